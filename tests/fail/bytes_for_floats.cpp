// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the buffer holds bytes, and this input or output is float. Convert the model with
#include <conv_float.hpp>

int8_t image[6][6][2];
float result[3];

void run_it() { tigris::run(conv_float::model, image, result); }
