// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: this buffer may be in ONNX's order, which is not the model's
// EXPECT: Pass tigris::in_memory_order
// EXPECT: expected<float, 6, 6, 2>, .*given<float, 72>
#include <conv_float.hpp>

float image[72], result[3];

void run_it() { tigris::run(conv_float::model, image, result); }
