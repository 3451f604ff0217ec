// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Brings one axis to another extent by sums of neighbors. Tables hold the weights.

#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Inputs: a tensor of any rank; first [out] (i32); weights [out, taps] (f32). Element k of the
/// output along `axis` is the sum of weights[k] times the elements from first[k] on; all of these
/// exist. If first[k] is negative, the element is `outside`. Elements that are not floats have one
/// tap and are copied. Source: ONNX Resize, whose modes are tables.
struct interpolate {
    static constexpr const char* name = "interpolate";
    static constexpr const char* member_names = "axis, outside";

    int8_t axis = 0;
    float outside = 0;
};

constexpr description describe(const interpolate& op, const operands& t) {
    shape output = t.input(0).dims;
    output.extent[op.axis] = t.input(1).dims[0];
    const int64_t taps = t.input(2).dims[1];
    return {.output = output, .contract = contract::whole, .macs = element_count(output) * taps};
}

}  // namespace tigris::ops
