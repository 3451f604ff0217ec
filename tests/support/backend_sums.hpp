// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What every backend's quantized sums, differences and products are tried with, against portable.

#include <support/row_runs.hpp>
#include <support/weighted_case.hpp>
#include <tigris/kernels/portable/binary.hpp>

#include <doctest/doctest.h>

namespace tigris::test {

inline constexpr int sum_capacity = 17 * 17 * 8;

/// Some pairs of scales are equal, far apart, or much larger than the output's.
inline quantization scaled(quantization q, random_numbers& r) {
    constexpr float factors[]{1, 1, 1, 0.25f, 3000, 1e-5f};
    q.scale = r.chance(3) ? 0.5f : q.scale * factors[r.between(0, 5)];
    return q;
}

template <rounding R>
constexpr kernels::geometry key_of_sum(ops::binary_function function) {
    return {.kind = ops::kind_of<ops::binary>,
            .function = uint8_t(function),
            .in = dtype::i8,
            .in2 = dtype::i8,
            .out = dtype::i8,
            .rounds = R,
            .quantized = true};
}

template <class Tag, rounding R, ops::binary_function function>
bool sums_agree(int seed) {
    constexpr kernels::geometry G = key_of_sum<R>(function);
    random_numbers r(uint64_t(seed) * 5 + uint64_t(function));
    const shape dims{4, {1, r.between(1, 8), r.between(1, 17), r.between(1, 17)}};
    const ops::binary op{function, random_clamp(r)};
    node_case n;
    for (int i = 0; i < 2; ++i)
        n.add_input(
            {.type = dtype::i8, .dims = dims, .quant = scaled(random_quantization<int8_t>(r), r)});
    set_output_of(n, op, dtype::i8, scaled(random_quantization<int8_t>(r), r));
    int8_t a[sum_capacity], b[sum_capacity], expected[sum_capacity]{}, out[sum_capacity]{};
    for (int8_t& x : a) x = random_element<int8_t>(r);
    for (int8_t& x : b) x = random_element<int8_t>(r);
    const auto layer = kernels::layer_of<int8_t>(op, n.all(), n.weights(), R);
    const int row = dims[2] * dims[3];
    const auto in_a = kernels::whole_window(a, 0, dims[1], row),
               in_b = kernels::whole_window(b, 0, dims[1], row);
    kernels::rows<G>(kernels::portable_tag{}, layer, expected, dims[1], in_a, in_b);
    kernels::rows<G>(Tag{}, layer, out, dims[1], in_a, in_b);
    return equal(out, expected, sum_capacity);
}

/// Of random rows, with both roundings.
template <class Tag, ops::binary_function function>
void check_sums() {
    for (int seed = 0; seed < 3000; ++seed) {
        const bool nearest = !kernels::can_round<Tag>(rounding::nearest) ||
                             sums_agree<Tag, rounding::nearest, function>(seed);
        const bool tflite = sums_agree<Tag, rounding::tflite, function>(seed);
        CHECK_MESSAGE(nearest, seed);
        CHECK_MESSAGE(tflite, seed);
    }
}

}  // namespace tigris::test
