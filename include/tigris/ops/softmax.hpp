// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Softmax and its logarithm along the innermost axis.

#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Input and output: any shape. Each span of the innermost axis is computed by itself. Source: ONNX
/// Softmax-13, LogSoftmax-13.
struct softmax {
    static constexpr const char* name = "softmax";
    static constexpr const char* member_names = "logarithm";

    bool logarithm = false;
};

constexpr description describe(const softmax&, const operands& t) {
    return {.output = t.input(0).dims,
            .in_place = first_input(bits_of(t.input(0).type) == bits_of(t.output().type))};
}

}  // namespace tigris::ops
