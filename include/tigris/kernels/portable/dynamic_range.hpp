// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The range of a tensor's elements as a scale and a zero point, in plain C++.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/ops/list.hpp>
#include <tigris/support/math.hpp>

namespace tigris::kernels {

template <class T>
struct dynamic_range_layer {
    int32_t elements = 0;
};

constexpr plain_key<ops::dynamic_range> key_of(const ops::dynamic_range&, const operands&,
                                               rounding) {
    return {};
}

template <class T>
constexpr dynamic_range_layer<T> layer_of(const ops::dynamic_range&, const operands& t,
                                          view<const constant>, rounding) {
    return {int32_t(element_count(t.input(0)))};
}

/// The smallest and the largest of some floats and 0. The bits of floats compare as integers do,
/// for which cores need fewer instructions: as signed ones the largest float above 0 is the
/// largest, as unsigned ones the smallest below 0.
struct range_of_bits {
    int32_t largest = 0;
    uint32_t smallest = 0;

    [[gnu::always_inline]] constexpr void add(float x) {
        const auto bits = __builtin_bit_cast(int32_t, x);
        largest = bits > largest ? bits : largest;
        smallest = uint32_t(bits) > smallest ? uint32_t(bits) : smallest;
    }
    constexpr float high() const { return __builtin_bit_cast(float, largest); }
    constexpr float low() const {
        return smallest >> 31 ? __builtin_bit_cast(float, smallest) : 0.0f;
    }
};

/// Scale and zero point of uint8 codes.
constexpr void write_range(float* out, const range_of_bits& range) {
    const float width = (range.high() - range.low()) / 255.0f;
    const float scale = width == 0 ? 1.0f : width;
    const float zero_point = round_half_even((0.0f - range.low()) / scale);
    out[0] = scale;
    out[1] = zero_point < 0 ? 0.0f : zero_point < 255 ? zero_point : 255.0f;
}

template <plain_key<ops::dynamic_range>, class In>
[[gnu::noinline]] constexpr void whole(portable_tag, const dynamic_range_layer<float>& layer,
                                       float* out, const In& in) {
    range_of_bits range;
#pragma GCC unroll 4
    for (int32_t i = 0; i < layer.elements; ++i) range.add(in[i]);
    write_range(out, range);
}

}  // namespace tigris::kernels
