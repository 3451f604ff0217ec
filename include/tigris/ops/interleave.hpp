// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Planes of channels, as ONNX has them, made pixels row by row.

#include <tigris/ops/clamp.hpp>
#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Input [n, channels * rows, width, 1]: the planes of an image, one below the other. Output
/// [n, rows, width, channels]. Signals have no width: from [n, channels * rows, 1] to
/// [n, rows, channels]. Row y of the output reads row y of each plane, so no copy of all planes is
/// made. Elements are copied, or converted as ops::convert does, if type or quantization differ.
struct interleave {
    static constexpr const char* name = "interleave";
    static constexpr const char* member_names = "channels, clamp";

    int32_t channels = 1;
    struct clamp clamp {};
};

constexpr description describe(const interleave& op, const operands& t) {
    shape output = t.input(0).dims;
    output.extent[1] /= op.channels;
    output.extent[output.rank - 1] = op.channels;
    return {.output = output,
            .reach = {.kernel = op.channels, .dilation = output[1]},
            .by_columns = true};
}

}  // namespace tigris::ops
