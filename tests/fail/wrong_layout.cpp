// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the buffer's extents are not those of the model's input or output. Declare it
// EXPECT: expected<float, 6, 6, 2>, .*given<float, 2, 6, 6>
#include <conv_float.hpp>

float image[1][2][6][6], result[3];

void run_it() { tigris::run(conv_float::model, image, result); }
