// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The scale and the zero point for the range of a tensor's elements.

#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Input: floats of any shape. Output [2]: the scale and the zero point of uint8 codes for the
/// range of 0 and all elements. The zero point is a float from 0 to 255. If all elements are 0, the
/// scale is 1. Source: ONNX DynamicQuantizeLinear.
struct dynamic_range {
    static constexpr const char* name = "dynamic_range";
    static constexpr const char* member_names = "";
};

constexpr description describe(const dynamic_range&, const operands&) {
    return {.output = {1, {2}}, .contract = contract::whole};
}

}  // namespace tigris::ops
