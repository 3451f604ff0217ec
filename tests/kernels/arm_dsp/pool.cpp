// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/pool.hpp>

#include <support/own_kernel.hpp>
#include <support/row_runs.hpp>
#include <support/slice_runs.hpp>
#include <support/weighted_case.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 2500;

/// Channels of 0 are random, and unknown to the key.
struct settings {
    ops::window window{};
    int channels = 0;
    bool one_quantization = true;
    ops::pool_function function = ops::pool_function::max;
};

template <settings S, rounding R>
bool agrees(int seed, int largest) {
    random_numbers r(uint64_t(seed) * 53 + uint64_t(largest));
    const int rows_in = r.between(1, largest), width = r.between(1, largest);
    const int channels = S.channels ? S.channels : r.between(1, 17);
    const ops::pool op{S.function, S.window, false, random_clamp(r)};
    if (ops::output_rows(S.window, rows_in) < 1 || ops::output_width(S.window, width) < 1)
        return true;
    int8_t in[capacity];
    for (int8_t& x : in) x = random_element<int8_t>(r);
    node_case n;
    const quantization quant = random_quantization<int8_t>(r);
    n.add_input({.type = dtype::i8, .dims = {4, {1, rows_in, width, channels}}, .quant = quant});
    set_output_of(n, op, dtype::i8, S.one_quantization ? quant : random_quantization<int8_t>(r));

    constexpr geometry G = with_window({.kind = ops::kind_of<ops::pool>,
                                        .function = uint8_t(S.function),
                                        .in = dtype::i8,
                                        .out = dtype::i8,
                                        .rounds = R,
                                        .quantized = true,
                                        .channels_in = S.channels,
                                        .channels_out = S.channels},
                                       S.window);
    const auto layer = layer_of<int8_t>(op, n.all(), n.weights(), R);
    const kernel_facts facts = facts_of(arm_dsp_tag{}, op, n.all());
    const shape dims = n.all().output().dims;
    const image_rows in_size{rows_in, width * channels}, out_size{dims[1], dims[2] * channels};
    const ops::row_reach reach = ops::reach_of(S.window);
    int8_t expected[capacity]{};
    run_tiles<G>(layer, in, in_size, expected, out_size, reach, dims[1]);
    if (S.channels && !names_kernel<G, arm_dsp_tag>(facts, layer, expected)) return false;
    const auto write_slices = [&](int8_t* slices) {
        rows<in_slices(G)>(arm_dsp_tag{}, layer, slices, dims[1], window_of(in, in_size, reach, 0));
    };
    return slices_agree<200>(expected, dims[1] * dims[2], channels, write_slices) &&
           splits_agree<G, capacity>(layer, in, in_size, expected, out_size, reach, arm_dsp_tag{});
}

template <settings S>
void check() {
    for (int seed = 0; seed < 120; ++seed) {
        const bool nearest = agrees<S, rounding::nearest>(seed, seed % 3 ? 8 : 3);
        const bool tflite = agrees<S, rounding::tflite>(seed, seed % 3 ? 8 : 3);
        CHECK_MESSAGE(nearest, seed);
        CHECK_MESSAGE(tflite, seed);
    }
}

}  // namespace

TEST_CASE("maxima of four channels at once") {
    check<settings{.window{2, 2, 2, 2}}>();
    check<settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}}>();
    check<settings{.window{3, 3, 2, 2, 1, 1, 0, 1, 1, 0}, .channels = 7}>();
    check<settings{.window{2, 3, 1, 2, 2, 1, 4, 4, 4, 4}, .channels = 8}>();
}

TEST_CASE("what is left to the portable kernel") {
    check<settings{.window{2, 2, 2, 2}, .channels = 3}>();
    check<settings{.window{2, 2, 2, 2}, .channels = 4, .one_quantization = false}>();
    check<settings{.window{2, 2, 2, 2}, .channels = 8, .function = ops::pool_function::average}>();
}
