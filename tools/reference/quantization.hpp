// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Codes and the real numbers that they stand for.

#include <reference/call.hpp>

namespace reference {

/// (code - zero point) * scale. Both broadcast: one, one for each extent of `axis`, or one for each
/// block of `block_size` along it. The zero point may be null.
tensor dequantize(const tensor& codes, const tensor& scale, const tensor* zero_point,
                  std::int64_t axis = 1, std::int64_t block_size = 0);

/// round(x / scale) + zero point, saturated. The quotient is a float's, and ties go to the even
/// code, as ONNX says.
tensor quantize(const tensor& x, const tensor& scale, const tensor* zero_point, element_type type,
                std::int64_t axis = 1, std::int64_t block_size = 0);

}  // namespace reference
