// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the number of buffers is not the model's number of outputs
#include <helpers/two_layers.hpp>

using namespace tigris::literals;

void run_it() {
    tigris::run(two_layers::model, two_layers::rows,
                tigris::outputs(two_layers::result, two_layers::result));
}
