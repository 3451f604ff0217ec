// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: run takes nothing in angle brackets; pass the model first, and a workspace<model,
#include <helpers/two_layers.hpp>

constexpr tigris::target board{.fast = 16384};

void run_it(tigris::workspace<two_layers::model, board>& memory) {
    tigris::run<two_layers::model, board>(memory, two_layers::rows, two_layers::result);
}
