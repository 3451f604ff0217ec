// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the buffer is that of another input or output, or of another model; pass the
#include <helpers/two_layers.hpp>

void run_it(const tigris::output_buffer<two_layers::model>& another) {
    tigris::run(two_layers::model, another, two_layers::result);
}
