// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: the target has one worker, but the run gets a second one; give the target .workers = 2
// EXPECT: workers_of_run<1>

#include <helpers/two_layers.hpp>

struct other_core {
    void start(void (*)(void*), void*) {}
    void join() {}
};

tigris::workspace<two_layers::model> memory;

int main() {
    tigris::run(two_layers::model, memory, two_layers::rows, two_layers::result, other_core{});
}
