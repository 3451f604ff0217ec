// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which rows of an input a row of an output needs, as two straight lines.

#include <tigris/support/math.hpp>

namespace tigris::planning {

/// Output row q needs input rows floor((q * stride + first) / divisor) through floor((q * stride +
/// last) / divisor), as far as they exist.
struct row_rate {
    int32_t stride = 1;
    int32_t first = 0;
    int32_t last = 0;
    int32_t divisor = 1;
};

/// Every output row needs all `rows` of the input.
constexpr row_rate all_rows(int32_t rows) { return {.stride = 0, .last = rows - 1}; }

constexpr int32_t within(int32_t row, int32_t rows) {
    return row < 0 ? 0 : row > rows ? rows : row;
}

/// The first input row, of `rows`, that output row q needs.
constexpr int32_t first_row(const row_rate& r, int32_t q, int32_t rows) {
    return within(floor_divide(q * r.stride + r.first, r.divisor), rows);
}

/// Behind the last input row, of `rows`, that output row q needs.
constexpr int32_t rows_until(const row_rate& r, int32_t q, int32_t rows) {
    return within(floor_divide(q * r.stride + r.last, r.divisor) + 1, rows);
}

/// The same when both tensors count their rows from the bottom.
constexpr row_rate mirrored(const row_rate& r, int32_t rows_in, int32_t rows_out) {
    const int32_t behind = rows_in * r.divisor - 1 - (rows_out - 1) * r.stride;
    return {r.stride, behind - r.last, behind - r.first, r.divisor};
}

}  // namespace tigris::planning
