// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the buffer's element type or extent is not that of the model's input or output
#include <helpers/two_layers.hpp>

using namespace tigris::literals;

void run_it(const tigris::output_buffer<two_layers::model>& another) {
    tigris::run(two_layers::model, another, two_layers::result);
}
