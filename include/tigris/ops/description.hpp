// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What every operator says of itself, in one value: ops/<operator>.hpp fills it, all others read
// it.

#include <stdint.h>
#include <tigris/model/node.hpp>
#include <tigris/support/math.hpp>

namespace tigris::ops {

/// How a step is executed. rows: any rows of the output from a window of input rows. accumulate:
/// input rows are added up, the result comes last. whole: from whole tensors. alias: nothing is
/// computed, the output is its input under another shape.
enum class contract : uint8_t { rows, accumulate, whole, alias };

/// Input rows that one output row reads: row y reads floor((y * stride - pad + k * dilation) /
/// divisor), k < kernel, as far as they exist. `pad_behind` rows of padding follow the last row.
/// Only what resizes has a divisor. An input of one row is read by every row of a higher output.
struct row_reach {
    int32_t kernel = 1;
    int32_t stride = 1;
    int32_t dilation = 1;
    int32_t pad = 0;
    int32_t pad_behind = 0;
    int32_t divisor = 1;
};

/// The first input row in the reach of output row y.
[[gnu::always_inline]] constexpr int32_t first_row_of(const row_reach& reach, int32_t y) {
    return floor_divide(y * reach.stride - reach.pad, reach.divisor);
}

/// Each output row reads the input row of its own number, or the only one.
constexpr bool reads_row_by_row(const row_reach& r) {
    return r.kernel == 1 && r.stride == 1 && r.pad == 0 && r.pad_behind == 0 && r.divisor == 1;
}

/// `data_inputs` of an operator all of whose inputs are data, however many they are.
inline constexpr int all_inputs = INT32_MAX;

/// `output` is the shape that the operator makes, `reach` what the rows contract reads, `macs` the
/// multiply-accumulates of a run. `in_place` is the number of an input that the output may
/// overwrite, or -1: element k of the output is written after element k of that input was last
/// read, and is no larger. `concatenates`: each pixel of the output is the pixels of all inputs,
/// one behind the other. `by_columns`: a strip of the output's columns can be made from a strip of
/// the inputs' columns, those that `columns` reaches. `in_order`: rows are made from the first to
/// the last, each once, and the kernel's accumulator holds what passes from one to the next.
struct description {
    shape output{};
    contract runs = contract::rows;
    int8_t in_place = -1;
    row_reach reach{};
    int64_t macs = 0;
    bool concatenates = false;
    bool by_columns = false;
    row_reach columns{};
    bool in_order = false;
};

}  // namespace tigris::ops
