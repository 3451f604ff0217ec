// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Channels whose inputs do not matter.

#include <tigris/support/fixed_point.hpp>

#include <cstdint>

namespace onnx2hpp {

/// Dead channels have biases near 2^30 and scales that leave nothing of their products, whose sum
/// is `largest` at most: all become one code. If both roundings agree on it, bias and scale become
/// small ones that make the same code, so that backends need no code for scales as small as these.
void simplify_constant(std::int32_t& bias, tigris::fixed_multiplier& scale, std::int64_t largest);

}  // namespace onnx2hpp
