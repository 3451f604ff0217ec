// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the buffer's element type or extent is not that of the model's input or output
#include <helpers/two_layers.hpp>

using namespace tigris::literals;

uint8_t result[6000];

void run_it() { tigris::run(two_layers::model, two_layers::rows, result); }
