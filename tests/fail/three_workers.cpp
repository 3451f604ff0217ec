// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: a target has .workers = 1 or .workers = 2

#include <helpers/two_layers.hpp>

constexpr tigris::target board{.workers = 3};
tigris::workspace<two_layers::model, board> memory;

int main() { tigris::run(two_layers::model, memory, two_layers::rows, two_layers::result); }
