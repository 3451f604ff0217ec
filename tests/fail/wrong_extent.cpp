// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the buffer's element type or extent is not that of the model's input or output
#include <helpers/two_layers.hpp>

using namespace tigris::literals;

void run_it(int8_t (&rows)[5999]) { tigris::run(two_layers::model, rows, two_layers::result); }
