// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the target has one worker, but the run gets a second one
#include <helpers/two_layers.hpp>

struct second {
    void start(void (*)(void*), void*) {}
    void join() {}
};
constexpr tigris::target board{.input = tigris::io::arena, .output = tigris::io::arena};
tigris::workspace<two_layers::model, board> memory;
void run_it() { tigris::run(two_layers::model, memory, second{}); }
