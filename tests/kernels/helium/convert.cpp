// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/helium/convert.hpp>

#include <support/row_runs.hpp>
#include <support/slice_runs.hpp>
#include <support/weighted_case.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

/// Codes at both ends and scales that are alike, far apart, or equal.
template <rounding R>
bool conversions_agree(int seed) {
    constexpr int capacity = 600;
    constexpr geometry G{.kind = ops::kind_of<ops::convert>,
                         .in = dtype::i8,
                         .out = dtype::i8,
                         .rounds = R,
                         .quantized = true};
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
    const auto layer = layer_of<int8_t>(op, n.all(), n.weights(), R);
    const auto window = whole_window(in, 0, dims[1], dims[2] * dims[3]);
    rows<G>(portable_tag{}, layer, expected, dims[1], window);
    rows<G>(helium_tag{}, layer, out, dims[1], window);
    const auto write_slices = [&](int8_t* slices) {
        rows<in_slices(G)>(helium_tag{}, layer, slices, dims[1], window);
    };
    return equal(out, expected, capacity) &&
           slices_agree<20>(expected, dims[1] * dims[2], dims[3], write_slices);
}

}  // namespace

TEST_CASE("codes of another quantization") {
    for (int seed = 0; seed < 2000; ++seed) {
        const bool nearest = conversions_agree<rounding::nearest>(seed);
        const bool tflite = conversions_agree<rounding::tflite>(seed);
        CHECK_MESSAGE(nearest, seed);
        CHECK_MESSAGE(tflite, seed);
    }
}
