// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: .*on_segment or on_row takes other arguments
// EXPECT: wrong_member_of_observer<.*watcher>

#include <helpers/two_layers.hpp>

struct watcher {
    void on_row(int) {}
};

tigris::workspace<two_layers::model> memory;

int main() {
    tigris::run(two_layers::model, memory, two_layers::rows, two_layers::result, watcher{});
}
