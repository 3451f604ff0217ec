// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: this output is a temporary, and its elements would be lost; pass a variable
#include <helpers/two_layers.hpp>

void run_it() {
    tigris::run(two_layers::model, two_layers::rows, tigris::output_buffer<two_layers::model>{});
}
