// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: error: .*literal operator.*_KiB
// ERRORS g++: 2
// ERRORS clang: 2
#include <helpers/two_layers.hpp>

constexpr tigris::target board{.fast = 16_KiB};
tigris::workspace<two_layers::model, board> memory;

void run_it() { tigris::run(two_layers::model, memory, two_layers::rows, two_layers::result); }
