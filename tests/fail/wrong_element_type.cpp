// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the buffer's element type is not that of the model's input or output; declare it
// EXPECT: output_number<0>, .*expected<signed char, 200, 30>, .*given<unsigned char, 6000>
#include <helpers/two_layers.hpp>

uint8_t result[6000];

void run_it() { tigris::run(two_layers::model, two_layers::rows, result); }
