// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which rows of an input a row of an output needs, as two straight lines. Columns obey the same.

#include <tigris/ops/description.hpp>

namespace tigris::planning {

/// Output row q needs input rows floor((q * stride + first) / divisor) through floor((q * stride +
/// last) / divisor), as far as they exist.
struct row_rate {
    int32_t stride = 1;
    int32_t first = 0;
    int32_t last = 0;
    int32_t divisor = 1;

    friend constexpr bool operator==(const row_rate&, const row_rate&) = default;
};

/// The rows that an operator reads.
constexpr row_rate rate_of(const ops::row_reach& r) {
    return {r.stride, -r.pad, (r.kernel - 1) * r.dilation - r.pad, r.divisor};
}

/// The rate of an operator whose every output row needs all `rows` of the input.
constexpr row_rate all_rows(int32_t rows) { return {.stride = 0, .last = rows - 1}; }

/// Whether each row (column) of the output needs the input row (column) of its own number.
constexpr bool is_one_by_one(const row_rate& r) {
    return r.stride == 1 && r.first == 0 && r.last == 0 && r.divisor == 1;
}

constexpr int32_t within(int32_t row, int32_t rows) {
    return row < 0 ? 0 : row > rows ? rows : row;
}

/// The first input row, of `rows`, that output row q needs.
constexpr int32_t first_row(const row_rate& r, int32_t q, int32_t rows) {
    const int32_t at = q * r.stride + r.first;
    return within(r.divisor == 1 ? at : floor_divide(at, r.divisor), rows);
}

/// The end of the input rows, of `rows`, that output row q needs.
constexpr int32_t rows_until(const row_rate& r, int32_t q, int32_t rows) {
    const int32_t at = q * r.stride + r.last;
    return within((r.divisor == 1 ? at : floor_divide(at, r.divisor)) + 1, rows);
}

/// Rows [first, last) of a tensor.
struct row_range {
    int32_t first = 0;
    int32_t last = 0;

    constexpr int32_t count() const { return last - first; }
    constexpr void cover(const row_range& other) {
        if (other.count() <= 0) return;
        if (count() <= 0) {
            *this = other;
            return;
        }
        if (other.first < first) first = other.first;
        if (other.last > last) last = other.last;
    }
    friend constexpr bool operator==(const row_range&, const row_range&) = default;
};

/// Columns [first, last) of a tensor.
using column_range = row_range;

/// Strip `index` of `strips` of a tensor of `width` columns.
constexpr column_range strip_of(int32_t width, int strips, int index) {
    return {width * index / strips, width * (index + 1) / strips};
}

/// The input rows, of `rows`, from the first to the last that the output rows `made` need.
constexpr row_range rows_needed(const row_rate& rate, const row_range& made, int32_t rows) {
    return {first_row(rate, made.first, rows), rows_until(rate, made.last - 1, rows)};
}

/// The rate between two tensors that both count their rows from the bottom.
constexpr row_rate mirrored(const row_rate& r, int32_t rows_in, int32_t rows_out) {
    const int32_t behind = rows_in * r.divisor - 1 - (rows_out - 1) * r.stride;
    return {r.stride, behind - r.last, behind - r.first, r.divisor};
}

}  // namespace tigris::planning
