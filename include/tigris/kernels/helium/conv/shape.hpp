// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How a convolution's windows are laid out for a matrix product: what planners and the kernel must
// agree on.

#include <stdint.h>
#include <tigris/model/tensor.hpp>

namespace tigris::kernels::helium_kernels {

/// A window is `vectors` vectors of sixteen bytes; `pixels` windows are gathered, then multiplied
/// with the weights of four outputs after the other, which are packed unless they lie in fours.
struct window_shape {
    int32_t vectors = 0;
    int32_t pixels = 0;
    bool packs_weights = true;

    constexpr int32_t depth() const { return 16 * vectors; }
};

/// Many pixels save preparing outputs again and again; two are multiplied at a time.
constexpr int32_t pixels_at_once(int32_t vectors) {
    constexpr int32_t room = 2304 / 32, most_pairs = 16;
    const int32_t pairs = room / vectors;
    return pairs < 2 ? 4 : pairs > most_pairs ? 2 * most_pairs : 2 * pairs;
}

constexpr window_shape window_shape_of(int32_t elements, weight_order order) {
    const int32_t vectors = (elements + 15) / 16;
    return {vectors, pixels_at_once(vectors), order == weight_order::canonical};
}

/// Whether windows are whole vectors that lie behind each other in the image.
constexpr bool lie_in_image(int32_t kernel_h, int32_t kernel_w, int32_t stride_w,
                            int32_t channels) {
    return kernel_h == 1 && kernel_w == 1 && stride_w == 1 && channels % 16 == 0;
}

/// Working memory: four outputs' weights, and windows unless they are read where they lie.
constexpr int32_t weight_bytes(const window_shape& s) {
    return s.packs_weights ? 4 * s.depth() : 0;
}
constexpr int32_t scratch_bytes_of(const window_shape& s, bool gathers) {
    return weight_bytes(s) + (gathers ? s.pixels * s.depth() : 0);
}

/// Whether the kernel applies: signed bytes to such, or to sums, all channels under each window.
constexpr bool multiplies_windows(dtype in, dtype out, int32_t groups) {
    return in == dtype::i8 && (out == dtype::i8 || out == dtype::i32) && groups == 1;
}

}  // namespace tigris::kernels::helium_kernels
