// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How a convolution's windows are laid out as the columns of a matrix product: what planners and
// the kernel must agree on.

#include <stdint.h>
#include <tigris/model/tensor.hpp>
#include <tigris/ops/window.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// A window is `rows` spans of `span` neighboring bytes, which lie as an output's weights do
/// (weight_extents): `rest` elements beside those of another span, the last word of `depth`
/// elements perhaps filled up. `pixels` windows are multiplied at once, with weights that are
/// widened for it unless they lie in pairs.
struct patch_shape {
    int32_t rows = 0;
    int32_t span = 0;
    int32_t rest = 0;
    int32_t depth = 0;
    bool is_filled_up = false;
    int32_t pixels = 0;
    bool widens_weights = true;
};

/// Words of weights in pairs that floating-point registers hold at a time.
constexpr int32_t held_words = 32;

/// Many pixels save preparing outputs again and again; deep ones take much memory each, and so do
/// the weights that are widened beside them.
constexpr int32_t pixels_at_once(int32_t depth, bool widens_weights) {
    constexpr int32_t elements = 1152, deep = 640;
    const int32_t blocks = elements / depth / 4;
    if (depth > deep && widens_weights) return 2;
    return blocks < 1 ? 4 : blocks > 8 ? 32 : 4 * blocks;
}

constexpr patch_shape patch_shape_of(int32_t kernel_h, int32_t span, weight_order order) {
    const weight_extents e{.rows = kernel_h, .span = span};
    const bool widens_weights = order == weight_order::canonical;
    return {.rows = kernel_h,
            .span = span,
            .rest = e.rest(),
            .depth = e.depth(),
            .is_filled_up = (kernel_h + 1) / 2 * e.rest() % 2 != 0,
            .pixels = pixels_at_once(e.depth(), widens_weights),
            .widens_weights = widens_weights};
}

/// Parts of working memory, in whole words: the weights of two outputs as 16-bit numbers; windows
/// as 16-bit numbers; and the border. In the border, windows are put together that do not lie in
/// the image. It has room for the spans that are widened side by side: of two rows if these lie
/// beside each other.
constexpr int32_t weight_words(const patch_shape& s) { return s.widens_weights ? s.depth : 0; }
constexpr int32_t border_words(const patch_shape& s) { return s.rest ? 2 * s.span : s.span; }

/// Whether each span lies in the image, and its whole words, too.
constexpr bool lies_in_image(const patch_shape& s, const ops::window& w) {
    const bool is_padded = w.pad_top || w.pad_left || w.pad_bottom || w.pad_right;
    return !is_padded && w.dilation_w == 1 && (s.rows > 1 || s.span % 4 == 0);
}

/// Bytes of the windows of `pixels` pixels, and of everything else in working memory. Three more
/// bytes for memory that is not aligned.
constexpr int32_t pixel_bytes(const patch_shape& s, int32_t pixels) { return 2 * pixels * s.depth; }
constexpr int32_t bytes_beside_pixels(const patch_shape& s, const ops::window& w) {
    return 4 * (weight_words(s) + (lies_in_image(s, w) ? 0 : border_words(s))) + 3;
}

/// Whether the kernel applies: signed bytes to such, or to sums, all channels under each window.
constexpr bool multiplies_patches(dtype in, dtype out, int32_t groups) {
    return in == dtype::i8 && (out == dtype::i8 || out == dtype::i32) && groups == 1;
}

}  // namespace tigris::kernels::arm_dsp_kernels
