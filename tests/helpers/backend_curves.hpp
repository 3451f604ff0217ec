// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What every backend's look-ups of codes are tried with, against portable.

#include <helpers/random.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/seeds.hpp>
#include <helpers/slice_runs.hpp>
#include <tigris/kernels/portable/unary.hpp>

#include <doctest/doctest.h>

namespace tigris::test::curves {

using namespace tigris::kernels;

inline constexpr ops::unary sigmoid{.function = ops::unary_function::sigmoid};

/// All codes in random order, as rows of any width; in place, too.
template <class Tag, class T, rounding R>
bool curves_agree(int seed) {
    constexpr int capacity = 400;
    constexpr tensor like{.type = dtype_of<T>, .dims = {4, {1, 1, 1, 1}}, .quant = {0.05f, 3}};
    constexpr unary_key G{.curve = {.scale_in = __builtin_bit_cast(uint32_t, like.quant.scale),
                                    .scale_out = __builtin_bit_cast(uint32_t, 1.0f / 256),
                                    .zero_point_in = 3,
                                    .zero_point_out = int16_t(lowest_of(dtype_of<T>))},
                          .function = sigmoid.function,
                          .in = dtype_of<T>,
                          .out = dtype_of<T>,
                          .rounds = R,
                          .quantized = true};
    random_numbers r(uint64_t(seed) * 13);
    const int rows_in = r.between(1, 3), width = r.between(1, 5), channels = r.between(1, 25);
    const unary_layer<T> layer{width * channels, channels};
    T in[capacity], expected[capacity]{}, out[capacity]{};
    for (T& x : in) x = T(r.between(-128, 255));
    const auto window = whole_window(in, 0, rows_in, layer.row_elements);
    rows<G>(portable_tag{}, layer, expected, rows_in, window);
    rows<G>(Tag{}, layer, out, rows_in, window);
    const auto write_slices = [&](T* slices) {
        rows<in_slices(G)>(Tag{}, layer, slices, rows_in, window);
    };
    if (!equal(out, expected, capacity)) return false;
    if (!slices_agree<15>(expected, rows_in * width, channels, write_slices)) return false;
    rows<G>(Tag{}, layer, in, rows_in, window);
    return equal(in, expected, rows_in * layer.row_elements);
}

template <class Tag>
void check() {
    for (int seed = 0; seed < seeds(300); ++seed) {
        const bool is_signed = curves_agree<Tag, int8_t, rounding::nearest>(seed);
        const bool is_unsigned = curves_agree<Tag, uint8_t, rounding::nearest>(seed);
        const bool tflite = curves_agree<Tag, int8_t, rounding::tflite>(seed);
        CHECK_MESSAGE(is_signed, seed);
        CHECK_MESSAGE(is_unsigned, seed);
        CHECK_MESSAGE(tflite, seed);
    }
}

}  // namespace tigris::test::curves
