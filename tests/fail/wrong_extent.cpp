// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the buffer's extents are not those of the model's input or output. Declare it
// EXPECT: expected<signed char, 200, 30>, .*given<signed char, 5999>
#include <helpers/two_layers.hpp>

void run_it(int8_t (&rows)[5999]) { tigris::run(two_layers::model, rows, two_layers::result); }
