// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the observer's on_step, on_segment or on_row takes other arguments
#include <helpers/two_layers.hpp>

struct watcher {
    void on_step(int) {}
};
void run_it() { tigris::run(two_layers::model, two_layers::rows, two_layers::result, watcher{}); }
