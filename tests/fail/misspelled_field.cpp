// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: error: .*(member named .fst|field designator 'fst' does not refer)
// ERRORS g++: 2
#include <helpers/two_layers.hpp>

constexpr tigris::target board{.fst = 16384};
tigris::workspace<two_layers::model, board> memory;

void run_it() { tigris::run(two_layers::model, memory, two_layers::rows, two_layers::result); }
