// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/channel_scale.hpp>

#include <support/vector_agreement.hpp>
#include <support/window_agreement.hpp>
#include <tigris/kernels/arm_dsp/conv.hpp>
#include <tigris/kernels/arm_dsp/depthwise_conv.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>
#include <tigris/kernels/arm_dsp/gemm.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::test;

namespace {

constexpr kernels::arm_dsp_tag tag{};

/// The key of a model all of whose scales are short.
constexpr kernels::geometry for_short_scales(kernels::geometry g, bool compact) {
    g.short_scales = true;
    g.compact = compact;
    return g;
}

/// Makes all scales of a random layer short.
template <int W, int O>
void shorten(weighted_constants<W, O>& c, random_numbers& r, rounding rounds) {
    for (int o = 0; o < O; ++o) {
        c.bias[o] = r.between(-100000, 100000);
        c.shifts[o] = int8_t(r.between(-22, -1) - (rounds == rounding::nearest ? 1 : 0));
        c.multipliers[o] = r.between(1 << 30, INT32_MAX);
    }
}

/// A convolution with short scales by code for no others, and by the portable kernel.
template <class Op, window_settings S, rounding R, weight_order Order, bool Compact>
bool convolutions_agree(int seed) {
    using random_layer = random_window_layer<Op, int8_t, S>;
    random_numbers r(uint64_t(seed) * 91);
    random_layer c(r, 9, Order != weight_order::canonical);
    shorten(c.constants, r, R);
    if (!c.has_output()) return true;
    constexpr kernels::geometry Portable = window_key<Op, int8_t, S, R>;
    constexpr kernels::geometry G = for_short_scales(in_order(Portable, Order), Compact);
    const arranged_node<Order, 2 * random_layer::capacity> arranged(c.node);
    const operands tensors = arranged.node.all();
    if (!has_short_scales(tag, c.op, tensors, arranged.node.weights(), R)) return false;

    const shape dims = tensors.output().dims;
    const image_rows in_size{c.rows, c.width * c.channels}, out_size{dims[1], dims[2] * c.outputs};
    const ops::row_reach reach = ops::reach_of(S.window);
    int8_t expected[random_layer::capacity]{}, out[random_layer::capacity]{};
    run_tiles<Portable>(kernels::layer_of<int8_t>(c.op, c.node.all(), c.node.weights(), R), c.in,
                        in_size, expected, out_size, reach, dims[1]);
    working_memory memory(facts_of(tag, c.op, tensors), dims[1], seed % 4);
    kernels::arm_dsp_tag with_memory;
    with_memory.scratch = memory.begin();
    const auto layer = kernels::layer_of<int8_t>(c.op, tensors, arranged.node.weights(), R);
    run_tiles<G>(layer, c.in, in_size, out, out_size, reach, dims[1], with_memory);
    return close(out, expected, dims[1] * out_size.row_elements) && memory.is_intact();
}

template <class Op, window_settings S, weight_order Order, bool Compact>
void check_convolutions() {
    for (int seed = 0; seed < 60; ++seed) {
        CHECK_MESSAGE((convolutions_agree<Op, S, rounding::nearest, Order, Compact>(seed)), seed);
        CHECK_MESSAGE((convolutions_agree<Op, S, rounding::tflite, Order, Compact>(seed)), seed);
    }
}

/// The same of a fully connected layer, whose vector comes in so many pieces, too.
template <rounding R, weight_order Order, bool Compact, int Pieces>
bool vectors_agree(int seed) {
    random_numbers r(uint64_t(seed) * 13);
    const int inputs = Pieces * r.between(1, seed % 3 ? 20 : most_inputs / Pieces);
    const int outputs = r.between(1, most_outputs);
    weighted_constants<most_inputs * most_outputs, most_outputs> c;
    randomize<int8_t>(c, r, inputs * outputs, outputs);
    if (Order != weight_order::canonical) make_pairable(c.weights, inputs * outputs);
    shorten(c, r, R);
    const ops::gemm op{random_clamp(r)};
    node_case n;
    n.add_input(
        {.type = dtype::i8, .dims = {2, {1, inputs}}, .quant = random_quantization<int8_t>(r)});
    add_constants<int8_t>(n, c, {2, {outputs, inputs}}, outputs, true);
    set_output_of(n, op, dtype::i8, random_quantization<int8_t>(r));
    const arranged_node<Order, 8 * most_inputs * most_outputs> arranged(n);
    const operands tensors = arranged.node.all();
    if (!has_short_scales(tag, op, tensors, arranged.node.weights(), R)) return false;

    constexpr kernels::geometry Portable{.kind = ops::kind_of<ops::gemm>,
                                         .in = dtype::i8,
                                         .out = dtype::i8,
                                         .rounds = R,
                                         .per_channel = true,
                                         .pieces = Pieces};
    constexpr kernels::geometry G = for_short_scales(in_order(Portable, Order), Compact);
    int8_t in[3 * most_inputs];
    for (int8_t& x : in) x = random_element<int8_t>(r);
    working_memory memory(facts_of(tag, op, tensors), 1, seed % 4);
    kernels::arm_dsp_tag with_memory;
    with_memory.scratch = memory.begin();
    const auto canonical = kernels::layer_of<int8_t>(op, n.all(), n.weights(), R);
    const auto layer = kernels::layer_of<int8_t>(op, tensors, arranged.node.weights(), R);
    int8_t expected[most_outputs]{}, out[most_outputs]{};
    run_in_pieces<Portable>(kernels::portable_tag{}, canonical, in, expected);
    run_in_pieces<G>(with_memory, layer, in, out);
    return close(out, expected, outputs) &&
           rows_agree<Portable, G>(with_memory, canonical, layer, in) && memory.is_intact();
}

template <weight_order Order, bool Compact, int Pieces = 1>
void check_vectors() {
    for (int seed = 0; seed < 100; ++seed) {
        CHECK_MESSAGE((vectors_agree<rounding::nearest, Order, Compact, Pieces>(seed)), seed);
        CHECK_MESSAGE((vectors_agree<rounding::tflite, Order, Compact, Pieces>(seed)), seed);
    }
}

/// A layer of one output whose sums are of four products.
struct small_layer {
    int32_t bias = 7, multiplier = 1 << 30;
    int8_t shift = -5;

    template <rounding R>
    bool is_short(int32_t products = 4) const {
        const kernels::epilogue<int8_t> e{
            .bias = &bias, .multipliers = &multiplier, .shifts = &shift};
        return kernels::dsp::are_short<R>(e, 1, true, products);
    }
};

}  // namespace

TEST_CASE("scales are short between two shifts") {
    CHECK(small_layer{.shift = -1}.is_short<rounding::tflite>());
    CHECK(small_layer{.shift = -22}.is_short<rounding::tflite>());
    CHECK(!small_layer{.shift = 0}.is_short<rounding::tflite>());
    CHECK(!small_layer{.shift = -23}.is_short<rounding::tflite>());
    CHECK(small_layer{.shift = -2}.is_short<rounding::nearest>());
    CHECK(small_layer{.shift = -23}.is_short<rounding::nearest>());
    CHECK(!small_layer{.shift = -1}.is_short<rounding::nearest>());
    CHECK(!small_layer{.shift = -24}.is_short<rounding::nearest>());
}

TEST_CASE("of multipliers that vanish only one rounding's are short") {
    CHECK(small_layer{.multiplier = 0}.is_short<rounding::nearest>());
    CHECK(!small_layer{.multiplier = 0}.is_short<rounding::tflite>());
}

TEST_CASE("biases and products stay below 2^30") {
    constexpr int32_t most = (1 << 30) - 1 - 4 * 128 * 128;
    CHECK(small_layer{.bias = most}.is_short<rounding::tflite>());
    CHECK(small_layer{.bias = -most}.is_short<rounding::tflite>());
    CHECK(!small_layer{.bias = most + 1}.is_short<rounding::tflite>());
    CHECK(!small_layer{.bias = -most - 1}.is_short<rounding::tflite>());
    CHECK(!small_layer{}.is_short<rounding::tflite>(1 << 16));
}

TEST_CASE("convolutions by code for short scales") {
    constexpr window_settings window{.window = {.kernel_h = 3,
                                                .kernel_w = 3,
                                                .stride_w = 2,
                                                .pad_top = 1,
                                                .pad_left = 1,
                                                .pad_bottom = 1,
                                                .pad_right = 1}};
    constexpr window_settings pixel{.per_channel = false};
    constexpr window_settings dilated{.window{3, 3, 1, 1, 2, 2, 2, 3, 2, 1}};
    constexpr window_settings wide{.window{1, 5, 1, 2, 1, 1, 0, 6, 0, 2}};
    check_convolutions<ops::conv, window, weight_order::canonical, false>();
    check_convolutions<ops::conv, window, weight_order::arm_dsp_pairs, true>();
    check_convolutions<ops::conv, pixel, weight_order::arm_dsp_pairs, true>();
    check_convolutions<ops::conv, pixel, weight_order::canonical, true>();
    check_convolutions<ops::conv, window, weight_order::canonical, true>();
    check_convolutions<ops::conv, dilated, weight_order::arm_dsp_pairs, true>();
    check_convolutions<ops::conv, wide, weight_order::arm_dsp_pairs, true>();
}

TEST_CASE("depthwise convolutions by code for short scales") {
    constexpr window_settings three{.window = {.kernel_h = 3,
                                               .kernel_w = 3,
                                               .pad_top = 1,
                                               .pad_left = 1,
                                               .pad_bottom = 1,
                                               .pad_right = 1},
                                    .channels_in = 9};
    constexpr window_settings strided{
        .window = {.kernel_h = 3, .kernel_w = 3, .stride_h = 2, .stride_w = 2}, .channels_in = 8};
    constexpr window_settings five{.window = {.kernel_h = 5, .kernel_w = 5, .pad_top = 2},
                                   .channels_in = 6};
    check_convolutions<ops::depthwise_conv, three, weight_order::canonical, false>();
    check_convolutions<ops::depthwise_conv, three, weight_order::canonical, true>();
    check_convolutions<ops::depthwise_conv, strided, weight_order::canonical, true>();
    check_convolutions<ops::depthwise_conv, five, weight_order::canonical, true>();
}

TEST_CASE("fully connected layers by code for short scales") {
    check_vectors<weight_order::canonical, false>();
    check_vectors<weight_order::canonical, true>();
    check_vectors<weight_order::arm_dsp_fours, false>();
    check_vectors<weight_order::arm_dsp_fours, true>();
    check_vectors<weight_order::arm_dsp_fours, true, 3>();
}
