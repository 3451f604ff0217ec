// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Makes pixels, row by row, from planes of channels, as ONNX has them.

#include <tigris/ops/clamp.hpp>
#include <tigris/ops/description.hpp>

namespace tigris::ops {

/// Input [n, channels * rows, width, 1]: the planes of an image, one after the other. Output [n,
/// rows, width, channels]. Signals have no width: [n, channels * rows, 1] becomes [n, rows,
/// channels]. Row y of the output reads row y of each plane, so no copy of all planes is made. If
/// type or quantization differ, elements are converted as ops::convert does.
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
