// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/conv.hpp>

#include <support/arranged_weights.hpp>
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
    int channels_in = 0;
    int channels_out = 0;
};

template <settings S, rounding R, weight_order Order>
constexpr geometry key = with_window({.kind = ops::kind_of<ops::conv>,
                                      .in = dtype::i8,
                                      .out = dtype::i8,
                                      .rounds = R,
                                      .per_channel = S.per_channel,
                                      .channels_in = S.channels_in,
                                      .channels_out = S.channels_out,
                                      .weights = Order},
                                     S.window);

/// A layer of random extents and constants, some of them at the ends of their ranges.
template <settings S>
struct random_layer {
    int rows, width, channels, outputs;
    ops::conv op;
    int8_t in[capacity];
    weighted_constants<capacity, 20> constants{};
    node_case node;

    random_layer(random_numbers& r, int largest, bool is_pairable)
        : rows(r.between(1, largest)),
          width(r.between(1, largest)),
          channels(S.channels_in ? S.channels_in : r.between(1, 17)),
          outputs(S.channels_out ? S.channels_out : r.between(1, 17)),
          op{S.window, 1, random_clamp(r)} {
        for (int8_t& x : in) x = random_element<int8_t>(r);
        const int taps = S.window.kernel_h * S.window.kernel_w;
        randomize<int8_t>(constants, r, outputs * taps * channels, outputs);
        if (is_pairable) make_pairable(constants.weights, capacity);
        if (r.chance(3)) constants.shifts[r.between(0, outputs - 1)] = int8_t(r.between(0, 3));
        node.add_input({.type = dtype::i8,
                        .dims = {4, {1, rows, width, channels}},
                        .quant = random_quantization<int8_t>(r)});
        add_constants<int8_t>(node, constants,
                              {4, {outputs, S.window.kernel_h, S.window.kernel_w, channels}},
                              outputs, S.per_channel);
        if (has_output()) set_output_of(node, op, dtype::i8, random_quantization<int8_t>(r));
    }
    bool has_output() const {
        return ops::output_rows(S.window, rows) >= 1 && ops::output_width(S.window, width) >= 1;
    }
};

template <settings S, rounding R, weight_order Order = weight_order::canonical>
bool agrees(int seed, int largest) {
    random_numbers r(uint64_t(seed) * 77 + uint64_t(largest));
    const random_layer<S> c(r, largest, Order != weight_order::canonical);
    if (!c.has_output()) return true;
    constexpr geometry G = key<S, R, Order>;
    const shape dims = c.node.all().output().dims;
    const image_rows in_size{c.rows, c.width * c.channels}, out_size{dims[1], dims[2] * c.outputs};
    const ops::row_reach reach = ops::reach_of(S.window);
    int8_t expected[capacity]{}, out[capacity]{};
    run_tiles<key<S, R, weight_order::canonical>>(
        layer_of<int8_t>(c.op, c.node.all(), c.node.weights(), R), c.in, in_size, expected,
        out_size, reach, dims[1]);

    const arranged_node<Order, 2 * capacity> arranged(c.node);
    const auto layer = layer_of<int8_t>(c.op, arranged.node.all(), arranged.node.weights(), R);
    working_memory memory(facts_of(arm_dsp_tag{}, c.op, arranged.node.all()), dims[1], seed % 4);
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
        const int largest = seed % 3 ? 11 : 3;
        const bool nearest = agrees<S, rounding::nearest>(seed, largest);
        const bool tflite = agrees<S, rounding::tflite>(seed, largest);
        CHECK_MESSAGE(nearest, seed);
        CHECK_MESSAGE(tflite, seed);
        constexpr weight_order pairs = weight_order::arm_dsp_pairs;
        const bool nearest_pairs = agrees<S, rounding::nearest, pairs>(seed, largest);
        const bool tflite_pairs = agrees<S, rounding::tflite, pairs>(seed, largest);
        CHECK_MESSAGE(nearest_pairs, seed);
        CHECK_MESSAGE(tflite_pairs, seed);
    }
}

}  // namespace

TEST_CASE("one tap") {
    check<settings{}>();
    check<settings{.per_channel = false, .channels_in = 16, .channels_out = 8}>();
    check<settings{.window{1, 1, 2, 3, 1, 1, 0, 0, 0, 0}, .channels_out = 1}>();
}

TEST_CASE("padding on all sides, and wider than the image") {
    check<settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}}>();
    check<settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 8, .channels_out = 5}>();
    check<settings{.window{3, 2, 1, 3, 1, 1, 4, 3, 4, 3}}>();
}

TEST_CASE("strides, dilations, few channels") {
    check<settings{.window{3, 3, 2, 2, 1, 1, 0, 1, 1, 0}, .channels_in = 3, .channels_out = 8}>();
    check<settings{.window{2, 3, 1, 1, 2, 2, 1, 2, 1, 2}, .per_channel = false}>();
    check<settings{.window{5, 1, 3, 1, 1, 1, 2, 0, 2, 0}, .channels_in = 1}>();
}
