// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What every backend's quantized sums, differences and products are tried with, against portable.

#include <helpers/row_runs.hpp>
#include <helpers/seeds.hpp>
#include <helpers/variants_agree.hpp>
#include <helpers/weighted_case.hpp>
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

template <class T, rounding R>
constexpr kernels::binary_key key_of_sum(ops::binary_function function) {
    return {.function = function,
            .in_a = dtype_of<T>,
            .in_b = dtype_of<T>,
            .out = dtype_of<T>,
            .rounds = R,
            .quantized = true};
}

template <class Tag, class T, rounding R, ops::binary_function function>
bool sums_agree(int seed) {
    constexpr kernels::binary_key G = key_of_sum<T, R>(function);
    random_numbers r(uint64_t(seed) * 5 + uint64_t(function));
    const shape dims{4, {1, r.between(1, 8), r.between(1, 17), r.between(1, 17)}};
    const ops::binary op{function, random_clamp(r)};
    node_case n;
    for (int i = 0; i < 2; ++i)
        n.add_input(
            {.type = dtype_of<T>, .dims = dims, .quant = scaled(random_quantization<T>(r), r)});
    set_output_of(n, op, dtype_of<T>, scaled(random_quantization<T>(r), r));
    T a[sum_capacity], b[sum_capacity], expected[sum_capacity]{};
    for (T& x : a) x = random_element<T>(r);
    for (T& x : b) x = random_element<T>(r);
    const auto layer = kernels::layer_of<T>(op, n.all(), n.weights(), R);
    const int row = dims[2] * dims[3];
    const auto in_a = kernels::whole_window(a, 0, dims[1], row),
               in_b = kernels::whole_window(b, 0, dims[1], row);
    kernels::rows<G>(kernels::portable_tag{}, layer, expected, dims[1], in_a, in_b);
    return variants_agree<G>(Tag{}, layer, [&]<kernels::binary_key Key>() {
        T out[sum_capacity]{};
        kernels::rows<Key>(Tag{}, layer, out, dims[1], in_a, in_b);
        return equal(out, expected, sum_capacity);
    });
}

/// Of random rows, with both roundings.
template <class Tag, ops::binary_function function, class T = int8_t>
void check_sums() {
    for (int seed = 0; seed < seeds(3000); ++seed) {
        const bool nearest = !kernels::can_round<Tag>(rounding::nearest) ||
                             sums_agree<Tag, T, rounding::nearest, function>(seed);
        const bool tflite = sums_agree<Tag, T, rounding::tflite, function>(seed);
        CHECK_MESSAGE(nearest, seed);
        CHECK_MESSAGE(tflite, seed);
    }
}

}  // namespace tigris::test
