// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/int4_weights/kernels.hpp>

#include <helpers/int4_layers.hpp>
#include <helpers/vector_agreement.hpp>
#include <helpers/window_agreement.hpp>
#include <tigris/kernels/arm_dsp/all.hpp>
#include <tigris/kernels/blocked/all.hpp>
#include <tigris/kernels/helium/all.hpp>
#include <tigris/kernels/portable/all.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

/// Tag, or portable's, which has no working memory.
template <class Tag>
Tag tag_in(working_memory& memory) {
    Tag tag{};
    if constexpr (requires { tag.scratch; }) tag.scratch = memory.begin();
    return tag;
}

/// Calls `check(tag)` with the tag that runs a layer with these facts.
template <class Tag, class Check>
bool check_with_tag(const kernel_facts& facts, working_memory& memory, const Check& check) {
    if (facts.backend == portable) return check(portable_tag{});
    return check(tag_in<Tag>(memory));
}

/// Whether a backend makes with int4 what portable kernels make with the same weights as bytes: in
/// one call and in several, dense and in slices of wider pixels.
template <class Op, class Tag, window_settings S, rounding R>
bool windows_agree(int seed) {
    using random_layer = random_window_layer<Op, int8_t, S>;
    constexpr int capacity = random_layer::capacity;
    random_numbers r(uint64_t(seed) * 91 + 5);
    random_layer c(r, 9, false);
    make_int4(c.constants.weights, capacity);
    if (!c.has_output()) return true;
    constexpr key_for<Op> Portable = layer_key<Op, int8_t, S, R>;
    constexpr auto G = [](key_for<Op> key) {
        if constexpr (is_same<Op, ops::conv>) key.out_pixel_stride = S.channels_out;
        return key;
    }(Portable);
    const shape dims = c.node.all().output().dims;
    const image_rows in_size{c.rows, c.width * c.channels}, out_size{dims[1], dims[2] * c.outputs};
    const ops::row_reach reach = ops::reach_of(S.window);
    int8_t expected[capacity]{}, out[capacity]{};
    run_tiles<Portable>(layer_of<int8_t>(c.op, c.node.all(), c.node.weights(), R), c.in, in_size,
                        expected, out_size, reach, dims[1]);

    const int4_node<capacity> packed(c.node, seed % 2);
    const operands tensors = packed.node.all();
    const auto layer = layer_of<int4_weights>(c.op, tensors, packed.node.weights(), R);
    const kernel_facts facts = facts_of_kernel<Tag>(c.op, tensors);
    working_memory memory(facts, dims[1], seed % 4);
    return check_with_tag<Tag>(facts, memory, [&](const auto& tag) {
        run_tiles<G>(layer, c.in, in_size, out, out_size, reach, dims[1], tag);
        if (!close(out, expected, dims[1] * out_size.row_elements)) return false;
        const auto write_slices = [&](int8_t* slices) {
            rows<in_slices(G)>(tag, layer, slices, dims[1], window_of(c.in, in_size, reach, 0));
        };
        return (c.outputs >= slice_stride ||
                slices_agree<320>(out, dims[1] * dims[2], c.outputs, write_slices)) &&
               splits_agree<G, capacity>(layer, c.in, in_size, out, out_size, reach, tag, 3) &&
               memory.is_intact();
    });
}

template <class Op, class Tag, window_settings S>
void check_windows() {
    for (int seed = 0; seed < 60; ++seed) {
        CAPTURE(seed);
        REQUIRE(windows_agree<Op, Tag, S, rounding::nearest>(seed));
        REQUIRE(windows_agree<Op, Tag, S, rounding::tflite>(seed));
    }
}

/// One tap; padding; few channels, an odd number of weights for each output.
template <class Tag>
void check_convs() {
    check_windows<ops::conv, Tag, window_settings{.channels_out = 9}>();
    check_windows<ops::conv, Tag,
                  window_settings{.per_channel = false, .channels_in = 16, .channels_out = 24}>();
    check_windows<ops::conv, Tag,
                  window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1},
                                  .channels_in = 8,
                                  .channels_out = 17}>();
    check_windows<ops::conv, Tag,
                  window_settings{.window{3, 3, 2, 2, 1, 1, 0, 1, 1, 0},
                                  .channels_in = 3,
                                  .channels_out = 5}>();
}

template <class Tag>
void check_depthwise_convs() {
    check_windows<ops::depthwise_conv, Tag,
                  window_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}}>();
    check_windows<ops::depthwise_conv, Tag,
                  window_settings{.window{3, 3, 2, 2, 1, 1, 1, 1, 1, 1},
                                  .channels_in = 16,
                                  .channels_out = 16}>();
    check_windows<ops::depthwise_conv, Tag,
                  window_settings{.window{5, 3, 1, 1, 1, 1, 1, 2, 2, 1},
                                  .per_channel = false,
                                  .channels_in = 9,
                                  .channels_out = 9}>();
}

/// Of any number of elements, of which every other seed has a multiple of 8.
template <class Tag, rounding R, bool PerChannel, int Pieces>
bool vectors_agree(int seed) {
    constexpr int most = most_inputs * most_outputs;
    random_numbers r(uint64_t(seed) * 57 + Pieces);
    const int pieces = Pieces ? Pieces : 1, step = seed % 2 ? 8 : 1;
    const int inputs = pieces * step * r.between(1, most_inputs / pieces / step / (1 + seed % 3));
    const int outputs = r.between(1, most_outputs);
    const ops::gemm op{random_clamp(r)};
    int8_t in[3 * most_inputs];
    for (int8_t& x : in) x = random_element<int8_t>(r);
    weighted_constants<most, most_outputs> c;
    randomize<int8_t>(c, r, inputs * outputs, outputs);
    make_int4(c.weights, most);
    node_case n;
    n.add_input(
        {.type = dtype::i8, .dims = {2, {1, inputs}}, .quant = random_quantization<int8_t>(r)});
    add_constants<int8_t>(n, c, {2, {outputs, inputs}}, outputs, PerChannel);
    set_output_of(n, op, dtype::i8, random_quantization<int8_t>(r));
    const int4_node<most> packed(n, seed / 2 % 2);
    auto bytes = layer_of<int8_t>(op, n.all(), n.weights(), R);
    auto layer = layer_of<int4_weights>(op, packed.node.all(), packed.node.weights(), R);

    constexpr gemm_key G{.in = dtype::i8,
                         .out = dtype::i8,
                         .finish = {.rounds = R, .per_channel = PerChannel},
                         .vector_rows = Pieces};
    working_memory memory(facts_of_kernel<Tag>(op, packed.node.all()), 1, seed % 4);
    const Tag tag = tag_in<Tag>(memory);
    int8_t expected[3 * most_outputs]{}, out[3 * most_outputs]{};
    run_in_pieces<G>(portable_tag{}, bytes, in, expected);
    run_in_pieces<G>(tag, layer, in, out);
    if (!close(out, expected, outputs)) return false;
    bytes.vectors = layer.vectors = 3;
    const auto window = whole_window(static_cast<const int8_t*>(in), 0, 1, 3 * inputs);
    rows<G>(portable_tag{}, bytes, expected, 1, window);
    rows<G>(tag, layer, out, 1, window);
    return close(out, expected, 3 * outputs) && memory.is_intact();
}

template <class Tag>
void check_vectors() {
    for (int seed = 0; seed < 200; ++seed) {
        CAPTURE(seed);
        REQUIRE(vectors_agree<Tag, rounding::nearest, true, 0>(seed));
        REQUIRE(vectors_agree<Tag, rounding::tflite, false, 0>(seed));
        REQUIRE(vectors_agree<Tag, rounding::nearest, true, 3>(seed));
    }
}

/// Facts of a fully connected layer of so many inputs and outputs.
template <class Tag>
kernel_facts facts_of_vector(dtype weights, int inputs, int outputs) {
    node_case n;
    n.add_input({.type = dtype::i8, .dims = {2, {1, inputs}}});
    n.add_constant(weights, {2, {outputs, inputs}}, {});
    set_output_of(n, ops::gemm{}, dtype::i8, {});
    return facts_of_kernel<Tag>(ops::gemm{}, n.all());
}

}  // namespace

TEST_CASE_TEMPLATE("convolutions with int4 make what they make with bytes", Tag, portable_tag,
                   blocked_tag, arm_dsp_tag, helium_tag) {
    check_convs<Tag>();
}

TEST_CASE_TEMPLATE("depthwise convolutions with int4 make what they make with bytes", Tag,
                   portable_tag, blocked_tag, arm_dsp_tag, helium_tag) {
    check_depthwise_convs<Tag>();
}

TEST_CASE_TEMPLATE("fully connected layers with int4 make what they make with bytes", Tag,
                   portable_tag, blocked_tag, arm_dsp_tag, helium_tag) {
    check_vectors<Tag>();
}

TEST_CASE("some outputs' weights are unpacked, in memory that plans count") {
    CHECK(facts_of_vector<portable_tag>(dtype::i4, 640, 128).scratch_bytes == 0);
    const int bytes = facts_of_vector<arm_dsp_tag>(dtype::i8, 640, 128).scratch_bytes;
    CHECK(facts_of_vector<arm_dsp_tag>(dtype::i4, 640, 128).scratch_bytes == bytes + 4 * 640);
    CHECK(facts_of_vector<blocked_tag>(dtype::i4, 10, 500).scratch_bytes == 1008);  // 100 outputs
    CHECK(facts_of_vector<blocked_tag>(dtype::i4, 10, 7).scratch_bytes == 80);
}

TEST_CASE("libraries, which have no such kernels, leave them to blocked's") {
    CHECK(facts_of_vector<cmsis_nn_tag>(dtype::i4, 64, 8).backend == blocked);
    CHECK(is_same<tag_of_int4<cmsis_nn_tag, false>, blocked_tag>);
    CHECK(is_same<tag_of_int4<arm_dsp_tag, false>, arm_dsp_tag>);
    CHECK(is_same<tag_of_int4<arm_dsp_tag, true>, portable_tag>);
}

TEST_CASE("kernels of some outputs are the same, however many the layer has") {
    using int4_weights_kernels::key_of_outputs;
    const conv_key conv{.channels_in = 3, .channels_out = 8};
    CHECK(key_of_outputs(conv) == conv_key{.channels_in = 3});
    const gemm_key gemm{.channels_in = 64, .channels_out = 9, .vector_rows = 2};
    CHECK(key_of_outputs(gemm) == gemm_key{.channels_in = 64, .vector_rows = 2});
}
