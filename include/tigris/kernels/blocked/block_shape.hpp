// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How convolutions and fully connected layers are cut into blocks of registers: what planners and
// the kernels must agree on.

#include <stdint.h>
#include <tigris/kernels/arithmetic/accumulator.hpp>
#include <tigris/kernels/contract/backend.hpp>
#include <tigris/model/weight_order.hpp>

namespace tigris::kernels::blocked_kernels {

/// Windows of `depth` elements, of which `pixels` are gathered, unless they are read where they
/// lie.
struct window_shape {
    int32_t depth = 0;
    int32_t pixels = 0;
    int32_t element_bytes = 1;
};

/// Few: outputs are begun in little time, and these cores have little memory.
constexpr window_shape window_shape_of(int32_t depth, dtype in) {
    constexpr int32_t room = 512, most = 16;
    const int32_t bytes = in == dtype::f32 ? 4 : 1;
    const int32_t pixels = room / (depth * bytes) / 2 * 2;
    return {depth, pixels < 2 ? 2 : pixels > most ? most : pixels, bytes};
}

/// Whether windows are pixels of the image, one behind the other.
constexpr bool are_pixels(int32_t kernel_h, int32_t kernel_w, int32_t stride_w) {
    return kernel_h == 1 && kernel_w == 1 && stride_w == 1;
}

/// Working memory, and three more bytes for memory that is not aligned.
constexpr int32_t scratch_bytes_of(const window_shape& s) {
    return s.pixels * s.depth * s.element_bytes + 3;
}

/// Whether the kernels apply: signed bytes to such or to sums, or floats to floats.
constexpr bool multiplies(dtype in, dtype out) {
    return (in == dtype::i8 && (out == dtype::i8 || out == dtype::i32)) ||
           (in == dtype::f32 && out == dtype::f32);
}

/// Whether a layer made for T is one of these, and its weights are elements or halves.
template <class T>
constexpr bool multiplies(dtype in, dtype out) {
    return multiplies(in, out) && (is_same<weight_t<T>, T> || is_same<weight_t<T>, half>);
}

/// The tag of the kernels for layers made for T: several backends take the ones for floats.
template <class T>
using tag_for =
    typename type_list<blocked_tag, float_blocks_tag>::template at<is_same<activation_t<T>, float>>;

}  // namespace tigris::kernels::blocked_kernels
