// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/depthwise_conv.hpp>

#include <support/row_runs.hpp>
#include <support/slice_runs.hpp>
#include <support/weighted_case.hpp>
#include <support/working_memory.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 4000, slice_pixels = 320;

struct settings {
    ops::window window{};
    bool per_channel = true;
    int channels = 0;
    int multiple = 1;
};

template <settings S, rounding R>
constexpr geometry key = with_window({.kind = ops::kind_of<ops::depthwise_conv>,
                                      .in = dtype::i8,
                                      .out = dtype::i8,
                                      .rounds = R,
                                      .per_channel = S.per_channel,
                                      .channels_in = S.channels,
                                      .channels_out = S.channels* S.multiple},
                                     S.window);

/// A layer of random extents and constants, some of them at the ends of their ranges.
template <settings S>
struct random_layer {
    int rows, width, channels, outputs;
    ops::depthwise_conv op;
    int8_t in[capacity];
    weighted_constants<capacity, 40> constants{};
    node_case node;

    random_layer(random_numbers& r, int largest)
        : rows(r.between(1, largest)),
          width(r.between(1, largest)),
          channels(S.channels ? S.channels : r.between(1, 17)),
          outputs(channels * S.multiple),
          op{S.window, random_clamp(r)} {
        for (int8_t& x : in) x = random_element<int8_t>(r);
        const int taps = S.window.kernel_h * S.window.kernel_w;
        randomize<int8_t>(constants, r, outputs * taps, outputs);
        if (r.chance(3)) constants.shifts[r.between(0, outputs - 1)] = int8_t(r.between(0, 3));
        node.add_input({.type = dtype::i8,
                        .dims = {4, {1, rows, width, channels}},
                        .quant = random_quantization<int8_t>(r)});
        add_constants<int8_t>(node, constants, {3, {S.window.kernel_h, S.window.kernel_w, outputs}},
                              outputs, S.per_channel);
        if (has_output()) set_output_of(node, op, dtype::i8, random_quantization<int8_t>(r));
    }
    bool has_output() const {
        return ops::output_rows(S.window, rows) >= 1 && ops::output_width(S.window, width) >= 1;
    }
};

template <settings S, rounding R>
bool agrees(int seed, int largest) {
    random_numbers r(uint64_t(seed) * 77 + uint64_t(largest));
    const random_layer<S> c(r, largest);
    if (!c.has_output()) return true;
    constexpr geometry G = key<S, R>;
    const auto layer = layer_of<int8_t>(c.op, c.node.all(), c.node.weights(), R);
    const shape dims = c.node.all().output().dims;
    const image_rows in_size{c.rows, c.width * c.channels}, out_size{dims[1], dims[2] * c.outputs};
    const ops::row_reach reach = ops::reach_of(S.window);
    int8_t expected[capacity]{}, out[capacity]{};
    run_tiles<G>(layer, c.in, in_size, expected, out_size, reach, dims[1]);

    working_memory memory(facts_of(arm_dsp_tag{}, c.op, c.node.all()), dims[1], seed % 4);
    const arm_dsp_tag tag{{}, memory.begin()};
    run_tiles<G>(layer, c.in, in_size, out, out_size, reach, dims[1], tag);
    if (!equal(out, expected, dims[1] * out_size.row_elements)) return false;
    const auto write_slices = [&](int8_t* slices) {
        rows<in_slices(G)>(tag, layer, slices, dims[1], window_of(c.in, in_size, reach, 0));
    };
    const int pixels = dims[1] * dims[2];
    if (!slices_agree<slice_pixels>(expected, pixels, c.outputs, write_slices)) return false;
    return splits_agree<G, capacity>(layer, c.in, in_size, expected, out_size, reach, tag) &&
           memory.is_intact();
}

template <settings S>
void check() {
    for (int seed = 0; seed < 120; ++seed) {
        const int largest = seed % 3 ? 7 : 3;
        const bool nearest = agrees<S, rounding::nearest>(seed, largest);
        const bool tflite = agrees<S, rounding::tflite>(seed, largest);
        CHECK_MESSAGE(nearest, seed);
        CHECK_MESSAGE(tflite, seed);
    }
}

}  // namespace

TEST_CASE("3x3 with padding") {
    check<settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}}>();
    check<settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .per_channel = false, .channels = 8}>();
    check<settings{.window{3, 3, 1, 1, 1, 1, 0, 0, 0, 0}, .channels = 5}>();
    check<settings{.window{3, 3, 1, 1, 1, 1, 4, 3, 4, 5}}>();
}

TEST_CASE("3x3 with strides") {
    check<settings{.window{3, 3, 2, 2, 1, 1, 0, 0, 1, 1}}>();
    check<settings{.window{3, 3, 2, 2, 1, 1, 1, 1, 1, 1}, .channels = 16}>();
    check<settings{.window{3, 3, 3, 1, 1, 1, 1, 2, 2, 1}}>();
    check<settings{.window{3, 3, 1, 2, 1, 1, 2, 3, 1, 2}}>();
}

TEST_CASE("other windows") {
    check<settings{.window{5, 5, 1, 1, 1, 1, 2, 2, 2, 2}}>();
    check<settings{.window{5, 3, 2, 2, 1, 1, 1, 2, 2, 1}, .per_channel = false, .channels = 9}>();
    check<settings{.window{1, 4, 1, 3, 1, 1, 0, 1, 0, 2}}>();
    check<settings{.window{3, 3, 1, 1, 2, 2, 2, 2, 2, 2}}>();
    check<settings{.window{2, 3, 3, 1, 1, 3, 1, 0, 1, 4}, .channels = 4}>();
}

TEST_CASE("what is left to the portable kernel") {
    check<settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels = 3}>();
    check<settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels = 4, .multiple = 2}>();
}
