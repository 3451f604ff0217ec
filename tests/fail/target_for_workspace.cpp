// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: run takes no target; declare a tigris::workspace<model, target> and pass this
#include <helpers/two_layers.hpp>

constexpr tigris::target board{.fast = 16384};

void run_it() { tigris::run(two_layers::model, board, two_layers::rows, two_layers::result); }
