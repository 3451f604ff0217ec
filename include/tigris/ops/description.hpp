// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What planners and kernels know of an operator, as one value. ops/<operator>.hpp fills it.

#include <stdint.h>
#include <tigris/model/node.hpp>
#include <tigris/support/math.hpp>

namespace tigris::ops {

/// How a step is executed.
///
/// * rows: makes any rows of the output from a window of input rows.
/// * accumulate: adds up input rows and makes the result last.
/// * whole: makes the whole output from whole inputs.
/// * alias: computes nothing; the output is the input under another shape.
enum class contract : uint8_t { rows, accumulate, whole, alias };

/// Input rows that one output row reads. Row y reads rows floor((y * stride - pad + k * dilation) /
/// divisor) for k < kernel, if they exist. If the input has a single row, all output rows read that
/// row.
struct row_reach {
    int32_t kernel = 1;    // rows that are read
    int32_t stride = 1;    // rows from one output row's first to the next one's
    int32_t dilation = 1;  // rows from one row that is read to the next
    int32_t pad = 0;       // rows of padding before the first
    int32_t pad_end = 0;   // rows of padding after the last
    int32_t divisor = 1;   // divides input places, if rows are resized; else 1
};

/// The first input row in the reach of output row y.
[[gnu::always_inline]] constexpr int32_t first_row_of(const row_reach& reach, int32_t y) {
    return floor_divide(y * reach.stride - reach.pad, reach.divisor);
}

/// Whether each output row reads the input row of its own number, or the only input row.
constexpr bool reads_row_by_row(const row_reach& r) {
    return r.kernel == 1 && r.stride == 1 && r.pad == 0 && r.pad_end == 0 && r.divisor == 1;
}

/// The value of `data_inputs` for an operator whose inputs are all data.
inline constexpr int all_inputs = INT32_MAX;

/// Some of the first eight inputs.
struct input_set {
    uint8_t bits = 0;

    constexpr bool has(int input) const { return input < 8 && bits >> input & 1; }
    constexpr bool is_empty() const { return bits == 0; }
    friend constexpr bool operator==(const input_set&, const input_set&) = default;
};

/// A set of input 0 alone, or an empty one.
constexpr input_set first_input(bool is_one = true) { return {uint8_t(is_one)}; }

/// What planners and kernels know of a node, for any operator.
struct description {
    shape output{};                                // shape that the operator makes
    ops::contract contract = ops::contract::rows;  // how the step is executed
    input_set in_place{};  // inputs that the output may overwrite, element by element
    /// The output overwrites an input only where both begin at one address: elements are not made
    /// in memory's order.
    bool same_place = false;
    row_reach reach{};          // input rows of an output row, under the rows contract
    int64_t macs = 0;           // multiply-accumulates per run
    bool concatenates = false;  // output pixels are all inputs' pixels, one after the other
    bool by_columns = false;    // columns of the output can be made from columns of inputs
    row_reach columns{};        // input columns of an output column, where by_columns
    bool in_order = false;      // rows are made once each, from first to last: a recurrence
};

/// Whether a step looks across rows, so that images must be kept apart.
constexpr bool looks_across_rows(const description& d) {
    return d.contract == contract::accumulate || !reads_row_by_row(d.reach);
}

}  // namespace tigris::ops
