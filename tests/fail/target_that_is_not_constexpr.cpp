// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: error: .*(.board. is not usable in a constant|is not a constant expression)
#include <helpers/two_layers.hpp>

tigris::target board{.fast = 16384};
tigris::workspace<two_layers::model, board> memory;

void run_it() { tigris::run(two_layers::model, memory, two_layers::rows, two_layers::result); }
