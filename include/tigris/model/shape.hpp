// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Extents of a tensor as it lies in memory, and how they read as rows.

#include <stdint.h>

namespace tigris {

inline constexpr int max_rank = 8;

/// Extents from the outermost to the innermost, in memory order (channels last for images).
struct shape {
    int8_t rank = 0;
    int32_t extent[max_rank]{};

    constexpr int32_t operator[](int axis) const { return extent[axis]; }
    friend constexpr bool operator==(const shape&, const shape&) = default;
};

constexpr int64_t element_count(const shape& s) {
    int64_t count = 1;
    for (int axis = 0; axis < s.rank; ++axis) count *= s.extent[axis];
    return count;
}

/// The extents of a shape, without extents of 1.
constexpr shape without_ones(const shape& s) {
    shape out;
    for (int axis = 0; axis < s.rank; ++axis)
        if (s.extent[axis] != 1) out.extent[out.rank++] = s.extent[axis];
    return out;
}

/// A tensor as images of rows. Rank 4: [images, rows, width, channels]. Rank 3: [images, rows,
/// channels], a signal or a text. Rank 2: [rows, channels]. Any other rank: one row.
struct row_extents {
    int32_t images = 1;
    int32_t rows = 1;
    int32_t width = 1;
    int32_t channels = 1;

    constexpr int32_t row_elements() const { return width * channels; }
};

constexpr row_extents rows_of(const shape& s) {
    const auto& e = s.extent;
    switch (s.rank) {
        case 4: return {e[0], e[1], e[2], e[3]};
        case 3: return {e[0], e[1], 1, e[2]};
        case 2: return {1, e[0], 1, e[1]};
        default: return {1, 1, 1, int32_t(element_count(s))};
    }
}

}  // namespace tigris
