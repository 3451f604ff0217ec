// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How windows and weights are laid out for a matrix product: what planners and the kernels must
// agree on.

#include <stdint.h>
#include <tigris/kernels/geometry.hpp>

namespace tigris::kernels::simd {

/// Outputs that are computed side by side, and pixels at a time.
inline constexpr int32_t block_outputs = 16, block_pixels = 6;

/// Elements as they are gathered, and how many of them are multiplied in one instruction.
struct element_form {
    int32_t bytes = 0;
    int32_t step = 1;
    /// Whether blocks of packed weights begin with what their sums start from.
    bool has_starts = false;
};

/// What no processor needs more than: facts do not know which one runs the kernels.
constexpr element_form largest_form(dtype in) {
    return {in == dtype::f32 ? 4 : 2, in == dtype::f32 ? 1 : 4, true};
}

/// A window has `depth` elements; `pixels` windows are gathered, then multiplied with all weights,
/// which are packed to blocks of outputs.
struct window_shape {
    element_form form{};
    int32_t depth = 0;
    int32_t pixels = 0;
    int32_t weight_bytes = 0;
};

constexpr int32_t round_up(int32_t x, int32_t n) { return (x + n - 1) / n * n; }

/// Windows that fill about half of a first-level cache.
constexpr window_shape window_shape_of(dtype in, int32_t elements, element_form form) {
    const int32_t depth = round_up(elements, form.step);
    constexpr int32_t room = 1 << 14, most_blocks = 16;
    const int32_t blocks = room / (block_pixels * elements * largest_form(in).bytes);
    const int32_t taken = blocks < 1 ? 1 : blocks > most_blocks ? most_blocks : blocks;
    return {form, depth, taken * block_pixels, in == dtype::f32 ? 4 : 1};
}

constexpr int32_t bytes_of_windows(const window_shape& s) {
    return s.pixels * s.depth * s.form.bytes;
}
constexpr int32_t bytes_of_starts(const window_shape& s) {
    return s.form.has_starts ? block_outputs * 4 : 0;
}
constexpr int32_t bytes_of_block(const window_shape& s) {
    return bytes_of_starts(s) + block_outputs * s.depth * s.weight_bytes;
}

/// Windows and packed weights, and three more bytes for memory that is not aligned.
constexpr int32_t scratch_bytes_of(const window_shape& s, int32_t outputs) {
    return bytes_of_windows(s) +
           round_up(outputs, block_outputs) / block_outputs * bytes_of_block(s) + 3;
}

/// Whether a kernel applies: bytes on both sides with weights of signed bytes, or floats.
constexpr bool multiplies(dtype in, dtype out) {
    return (is_byte(in) && is_byte(out)) || (in == dtype::f32 && out == dtype::f32);
}

}  // namespace tigris::kernels::simd
