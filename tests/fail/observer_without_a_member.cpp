// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: .*an observer has a member on_step
// EXPECT: not_an_observer<.*watcher>

#include <helpers/two_layers.hpp>

struct watcher {
    void on_stage(int) {}
};

tigris::workspace<two_layers::model> memory;

int main() {
    tigris::run(two_layers::model, memory, two_layers::rows, two_layers::result, watcher{});
}
