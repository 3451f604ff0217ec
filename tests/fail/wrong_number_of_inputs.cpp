// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the number of buffers is not the model's number of inputs
#include <helpers/two_layers.hpp>

using namespace tigris::literals;

void run_it() {
    tigris::run(two_layers::model, tigris::inputs(two_layers::rows, two_layers::rows),
                two_layers::result);
}
