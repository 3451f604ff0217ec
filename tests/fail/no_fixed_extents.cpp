// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: this is no buffer of fixed extents. Pass an array, std::array, std::span
#include <helpers/two_layers.hpp>

void run_it(const int8_t* rows) { tigris::run(two_layers::model, rows, two_layers::result); }
