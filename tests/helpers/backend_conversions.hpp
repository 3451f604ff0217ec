// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What every backend's conversions between quantizations are tried with, against portable.

#include <helpers/row_runs.hpp>
#include <helpers/seeds.hpp>
#include <helpers/slice_runs.hpp>
#include <helpers/weighted_case.hpp>
#include <tigris/kernels/portable/convert.hpp>

#include <doctest/doctest.h>

namespace tigris::test {

/// Codes at both ends and scales that are alike, far apart, or equal.
template <class Tag, rounding R>
bool conversions_agree(int seed) {
    constexpr int capacity = 600;
    constexpr kernels::convert_key G{
        .in = dtype::i8, .out = dtype::i8, .rounds = R, .quantized = true};
    random_numbers r(uint64_t(seed) * 11);
    const shape dims{4, {1, r.between(1, 4), r.between(1, 5), r.between(1, 25)}};
    const ops::convert op{random_clamp(r)};
    node_case n;
    quantization from = random_quantization<int8_t>(r), to = random_quantization<int8_t>(r);
    if (r.chance(4)) from.scale = to.scale * (r.chance(2) ? 1 : 300);
    n.add_input({.type = dtype::i8, .dims = dims, .quant = from});
    n.set_output({.type = dtype::i8, .dims = dims, .quant = to});
    int8_t in[capacity], expected[capacity]{}, out[capacity]{};
    for (int8_t& x : in) x = random_element<int8_t>(r);
    const auto layer = kernels::layer_of<int8_t>(op, n.all(), n.weights(), R);
    const auto window = kernels::whole_window(in, 0, dims[1], dims[2] * dims[3]);
    kernels::rows<G>(kernels::portable_tag{}, layer, expected, dims[1], window);
    kernels::rows<G>(Tag{}, layer, out, dims[1], window);
    const auto write_slices = [&](int8_t* slices) {
        kernels::rows<in_slices(G)>(Tag{}, layer, slices, dims[1], window);
    };
    return equal(out, expected, capacity) &&
           slices_agree<20>(expected, dims[1] * dims[2], dims[3], write_slices);
}

/// Of random rows, with both roundings.
template <class Tag>
void check_conversions() {
    for (int seed = 0; seed < seeds(2000); ++seed) {
        const bool nearest = conversions_agree<Tag, rounding::nearest>(seed);
        const bool tflite = conversions_agree<Tag, rounding::tflite>(seed);
        CHECK_MESSAGE(nearest, seed);
        CHECK_MESSAGE(tflite, seed);
    }
}

}  // namespace tigris::test
