// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What is special to convolutions by libraries that take whole images, against portable: outputs
// that lie over dying inputs, many channels, groups, biases at the ends of their range.

#include <helpers/key_for.hpp>
#include <helpers/own_kernel.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/weighted_case.hpp>
#include <helpers/working_memory.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

namespace tigris::test {

/// An image of `extent` x `extent` pixels, of which each output takes one group's channels.
struct image_settings {
    ops::window window{};
    int extent = 0;
    int channels = 0;
    int outputs = 0;
    int groups = 1;
};

constexpr void set_groups(ops::conv& op, int groups) { op.groups = groups; }
constexpr void set_groups(ops::depthwise_conv&, int) {}

/// A layer whose constants are random; a third of the biases are so large that sums saturate.
template <class Op, image_settings S>
struct image_case {
    static constexpr bool is_depthwise = is_same<Op, ops::depthwise_conv>;
    static constexpr int taps = S.window.kernel_h * S.window.kernel_w;
    static constexpr int weights = taps * S.outputs * (is_depthwise ? 1 : S.channels / S.groups);

    Op op{};
    node_case node;
    weighted_constants<weights, S.outputs> constants{};

    explicit image_case(random_numbers& r) {
        op.window = S.window;
        set_groups(op, S.groups);
        randomize<int8_t>(constants, r, weights, S.outputs);
        for (int32_t& b : constants.bias)
            if (r.chance(3)) b = r.chance(2) ? INT32_MAX - r.between(0, 9) : INT32_MIN;
        node.add_input({.type = dtype::i8,
                        .dims = {4, {1, S.extent, S.extent, S.channels}},
                        .quant = random_quantization<int8_t>(r)});
        const ops::window& w = S.window;
        shape dims{4, {S.outputs, w.kernel_h, w.kernel_w, S.channels / S.groups}};
        if (is_depthwise) dims = {3, {w.kernel_h, w.kernel_w, S.outputs}};
        add_constants<int8_t>(node, constants, dims, S.outputs, true);
        set_output_of(node, op, dtype::i8, random_quantization<int8_t>(r));
    }
    image_case(const image_case&) = delete;
};

template <class Op, image_settings S>
constexpr key_for<Op> image_key = [] {
    key_for<Op> key{.in = dtype::i8,
                    .out = dtype::i8,
                    .window = kernels::key_of(S.window),
                    .finish = {.rounds = rounding::tflite, .per_channel = true},
                    .channels_in = S.channels,
                    .channels_out = S.outputs};
    if constexpr (requires { key.groups; }) key.groups = S.groups;
    return key;
}();

/// In one memory: the output begins `distance` bytes before the input, so that no row of it lies
/// over input rows that it or a later row needs.
template <class Op, class Tag, image_settings S>
bool images_agree(int seed) {
    constexpr key_for<Op> G = image_key<Op, S>;
    random_numbers r(static_cast<uint64_t>(seed));
    const image_case<Op, S> c(r);
    const operands tensors = c.node.all();
    const shape dims = tensors.output().dims;
    const image_rows in_size{S.extent, S.extent * S.channels}, out_size{dims[1], dims[2] * dims[3]};
    const ops::row_reach reach = ops::reach_of(S.window);
    int32_t distance = 0;
    for (int32_t q = 0; q < dims[1]; ++q) {
        const int32_t first = std::clamp<int32_t>(q * reach.stride - reach.pad, 0, S.extent);
        distance =
            std::max(distance, (q + 1) * out_size.row_elements - first * in_size.row_elements);
    }
    std::vector<int8_t> memory(std::size_t(distance + in_size.rows * in_size.row_elements)),
        expected(std::size_t(element_count(dims)));
    int8_t* in = memory.data() + distance;
    for (int8_t& x : memory) x = random_element<int8_t>(r);
    const auto layer = kernels::layer_of<int8_t>(c.op, tensors, c.node.weights(), G.finish.rounds);
    run_tiles<G>(layer, in, in_size, expected.data(), out_size, reach, dims[1]);
    working_memory scratch(facts_of(Tag{}, c.op, tensors), dims[1], seed % 4);
    run_tiles<G>(layer, in, in_size, memory.data(), out_size, reach, dims[1],
                 tag_with_memory<Tag>(scratch));
    return equal(memory.data(), expected.data(), int32_t(expected.size())) && scratch.is_intact();
}

template <class Op, class Tag, image_settings S>
void check_images() {
    for (int seed = 0; seed < 20; ++seed) {
        const bool same = images_agree<Op, Tag, S>(seed);
        CHECK_MESSAGE(same, seed);
    }
}

/// One tap and more, with and without padding, and groups; of large images panels of some pixels.
template <class Tag>
void check_large_convs() {
    constexpr ops::window padded{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, plain{3, 3, 2, 2};
    check_images<ops::conv, Tag, image_settings{{}, 5, 24, 12}>();
    check_images<ops::conv, Tag, image_settings{{}, 5, 12, 24}>();
    check_images<ops::conv, Tag, image_settings{padded, 9, 32, 20}>();
    check_images<ops::conv, Tag, image_settings{padded, 40, 32, 3}>();
    check_images<ops::conv, Tag, image_settings{plain, 9, 16, 18}>();
    check_images<ops::conv, Tag, image_settings{plain, 7, 12, 9, 3}>();
    check_images<ops::conv, Tag, image_settings{padded, 6, 8, 8, 2}>();
}

/// More channels than a library takes at once; one channel with several outputs.
template <class Tag>
void check_large_depthwise_convs() {
    constexpr ops::window padded{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, plain{3, 3, 1, 1}, wide{2, 5, 2, 1};
    check_images<ops::depthwise_conv, Tag, image_settings{padded, 5, 130, 130}>();
    check_images<ops::depthwise_conv, Tag, image_settings{plain, 6, 260, 260}>();
    check_images<ops::depthwise_conv, Tag, image_settings{wide, 8, 129, 129}>();
    check_images<ops::depthwise_conv, Tag, image_settings{padded, 40, 24, 24}>();
    check_images<ops::depthwise_conv, Tag, image_settings{padded, 9, 1, 8}>();
    check_images<ops::depthwise_conv, Tag, image_settings{plain, 7, 4, 16}>();
}

}  // namespace tigris::test
