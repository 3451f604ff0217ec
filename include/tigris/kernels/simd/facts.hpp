// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What planners know of the kernels for AVX2 and NEON.

#include <tigris/kernels/arithmetic/rescaling.hpp>
#include <tigris/kernels/fast_int8/sums_of_bytes.hpp>
#include <tigris/kernels/portable/convert.hpp>
#include <tigris/kernels/portable/facts.hpp>
#include <tigris/kernels/simd/depthwise_conv/shape.hpp>
#include <tigris/kernels/simd/window_shape.hpp>

namespace tigris::kernels {

namespace simd_kernels {

/// Whether a kernel applies: weights are those that belong to the activations.
constexpr bool multiplies(const operands& t) {
    const bool is_float = t.input(0).type == dtype::f32;
    return multiplies(t.input(0).type, t.output().type) &&
           t.input(1).type == (is_float ? dtype::f32 : dtype::i8);
}

}  // namespace simd_kernels

/// The tags whose backends have these kernels.
template <class Tag>
concept has_simd_kernels = __is_base_of(simd_tag, Tag);

/// Floats are read in blocks as they lie in the header.
template <has_simd_kernels Tag>
constexpr weight_order weight_order_of(Tag, const ops::conv& op, const operands& t) {
    const bool applies =
        t.input(0).type == dtype::f32 && simd_kernels::multiplies(t) && op.groups == 1;
    return applies ? weight_order::simd_sixteens : weight_order::canonical;
}

/// Each call packs all weights that are not in order: about an element a cycle.
template <has_simd_kernels Tag>
constexpr kernel_facts facts_of(Tag, const ops::conv& op, const operands& t) {
    if (!simd_kernels::multiplies(t) || op.groups != 1) return {};
    const row_extents in = rows_of(t.input(0).dims), out = rows_of(t.output().dims);
    const dtype type = t.input(0).type;
    const simd_kernels::window_shape shape = simd_kernels::window_shape_of(
        op.window, type, simd_kernels::largest_form(type), in.channels, in.width, out.width);
    const bool packs = t.input(1).order == weight_order::canonical;
    const int32_t row_bytes =
        simd_kernels::most_bytes_of_rows(op.window, type, in.channels, in.width, out.width);
    return {
        .scratch_bytes = simd_kernels::scratch_bytes_of(shape, row_bytes, packs ? out.channels : 0),
        .call_cycles = 50 + (packs ? int32_t(element_count(t.input(1))) : 0),
        .pixel_block = simd_kernels::block_pixels,
        .backend = Tag::own_backend};
}

template <has_simd_kernels Tag>
constexpr kernel_facts facts_of(Tag, const ops::depthwise_conv& op, const operands& t) {
    const int32_t outputs = t.input(1).dims[2];
    const bool is_one_to_one = rows_of(t.input(0).dims).channels == outputs;
    if (!simd_kernels::multiplies(t) || !is_one_to_one) return {};
    const int32_t taps = op.window.kernel_h * op.window.kernel_w;
    return {.scratch_bytes = simd_kernels::scratch_bytes_of(
                simd_kernels::tap_shape_of(t.input(0).type, taps, outputs)),
            .call_cycles = 50 + outputs * taps,
            .backend = Tag::own_backend};
}

template <has_simd_kernels Tag>
constexpr kernel_facts facts_of(Tag, const ops::gemm& op, const operands& t) {
    kernel_facts facts = facts_of(portable_tag{}, op, t);
    if (simd_kernels::multiplies(t)) facts.backend = Tag::own_backend;
    return facts;
}

template <has_simd_kernels Tag>
constexpr kernel_facts facts_of(Tag, const ops::binary& op, const operands& t) {
    const binary_key key = key_of(op, t, rounding::nearest);
    const bool applies =
        describe(op, t).contract == ops::contract::rows && adds_codes(key) && has_full_rows(key);
    return {.backend = applies ? Tag::own_backend : portable};
}

template <has_simd_kernels Tag>
constexpr kernel_facts facts_of(Tag, const ops::convert& op, const operands& t) {
    const convert_key key = key_of(op, t, rounding::nearest);
    return {.backend = quantizes_to_bytes(key) ? Tag::own_backend : portable};
}

}  // namespace tigris::kernels
