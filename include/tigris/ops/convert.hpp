// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Conversion: the input's numbers in another element type or quantization, optionally clamped.

#include <tigris/ops/clamp.hpp>
#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Input and output: one shape. The types and quantizations of both tensors decide what is done:
/// quantize, dequantize, requantize, copy, or cast (if neither is quantized). `clamp` is for
/// results that are floating point or codes. Source: ONNX QuantizeLinear, DequantizeLinear, Cast,
/// Identity, Relu, Clip.
struct convert {
    static constexpr const char* name = "convert";
    static constexpr const char* member_names = "clamp";

    struct clamp clamp {};
};

constexpr description describe(const convert&, const operands& t) {
    // Writing fewer bits than were read never overtakes the reader; writing more would.
    const bool fits = bits_of(t.output().type) <= bits_of(t.input(0).type);
    return {.output = t.input(0).dims,
            .in_place = first_input(fits),
            .by_columns = t.input(0).kind != tensor_kind::constant};
}

}  // namespace tigris::ops
