// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: what was passed for an input or output does not suit its I/O mode in the target
#include <helpers/two_layers.hpp>

struct watcher {
    void on_segment(int) {}
};
tigris::workspace<two_layers::model> memory;
void run_it() { tigris::run(two_layers::model, memory, watcher{}); }
