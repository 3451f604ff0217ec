// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: an observer has a member on_step
#include <helpers/two_layers.hpp>

struct watcher {
    void onStep(int) {}
};
watcher watching;
void run_it() { tigris::run(two_layers::model, two_layers::rows, two_layers::result, watching); }
