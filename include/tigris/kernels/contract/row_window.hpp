// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The rows that a call of a kernel reads: from a whole tensor, a ring, or the caller's memory.

#include <stdint.h>
#include <tigris/kernels/contract/constant_pointer.hpp>

namespace tigris::kernels {

/// Rows k = 0, 1, ... of one call, ascending in the image. Row k begins at base + offset + k *
/// row_elements; from row `wrap` on, `ring_elements` before that.
template <class T>
struct row_window {
    const T* base = nullptr;    // start of the tensor or ring
    int32_t offset = 0;         // elements from base to row 0; may be negative if row 0 is padding
    int32_t row_elements = 0;   // elements from one row to the next
    int32_t ring_elements = 0;  // elements of the ring
    int32_t first = 0;          // first row that is not padding
    int32_t last = 0;  // end of the rows that are not padding; equal to first if there is none
    int32_t wrap = INT32_MAX;  // first row that lies again at the start of the ring

    /// Row k, or null if it is padding.
    [[gnu::always_inline]] constexpr const T* operator()(int32_t k) const {
        if (uint32_t(k - first) >= uint32_t(last - first)) return nullptr;
        return base + (offset + k * row_elements - (k >= wrap ? ring_elements : 0));
    }
};

/// How many of the rows [y, behind), from row y on, are neighbors in memory. Row y exists.
template <class T>
constexpr int32_t neighboring_rows(const row_window<T>& in, int32_t y, int32_t behind,
                                   int32_t row_elements) {
    if (in.row_elements != row_elements) return 1;
    const int32_t end = y < in.wrap && in.wrap < in.last ? in.wrap : in.last;
    return (behind < end ? behind : end) - y;
}

/// Rows [first_row, ...) of a tensor that lies whole at `base`. first_row may be negative.
template <class T>
[[gnu::always_inline]] constexpr row_window<T> whole_window(const T* base, int32_t first_row,
                                                            int32_t rows, int32_t row_elements) {
    const int32_t first = first_row < 0 ? -first_row : 0, behind = rows - first_row;
    return {.base = base,
            .offset = first_row * row_elements,
            .row_elements = row_elements,
            .first = first,
            .last = behind > first ? behind : first};
}

/// Rows of a constant, as a window that a kernel reads like an activation's.
template <class T>
struct constant_rows {
    constant_pointer<T> base{};
    int32_t offset = 0;
    int32_t row_elements = 0;

    [[gnu::always_inline]] constexpr constant_pointer<T> operator()(int32_t k) const {
        return base + (offset + k * row_elements);
    }
};

/// Rows [first_row, ...) of a constant tensor.
template <class T>
constexpr constant_rows<T> whole_window(constant_pointer<T> base, int32_t first_row, int32_t,
                                        int32_t row_elements) {
    return {base, first_row * row_elements, row_elements};
}

}  // namespace tigris::kernels
