// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How a depthwise convolution's weights are laid out: what planners and the kernel must agree on.

#include <tigris/kernels/simd/window_shape.hpp>

namespace tigris::kernels::simd_kernels {

/// Weights of a block of channels, one tap after the other, and then a pixel of padding. Bytes are
/// 16-bit numbers, with an even number of taps.
struct tap_shape {
    int32_t taps = 0;
    int32_t element_bytes = 0;
    int32_t border_bytes = 0;
};

constexpr tap_shape tap_shape_of(dtype in, int32_t taps, int32_t channels) {
    const bool is_float = in == dtype::f32;
    return {.taps = is_float ? taps : round_up(taps, 2),
            .element_bytes = is_float ? 4 : 2,
            .border_bytes = channels * (is_float ? 4 : 1)};
}

constexpr int32_t elements_of(const tap_shape& s) { return s.taps * block_outputs; }

/// Three more bytes for memory that is not aligned.
constexpr int32_t scratch_bytes_of(const tap_shape& s) {
    return elements_of(s) * s.element_bytes + s.border_bytes + 3;
}

}  // namespace tigris::kernels::simd_kernels
