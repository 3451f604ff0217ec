// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Layers of a model all of whose scales are short, by a backend's code for no others, compared with
// portable.

#include <helpers/seeds.hpp>
#include <helpers/vector_agreement.hpp>
#include <helpers/window_agreement.hpp>

#include <doctest/doctest.h>

namespace tigris::test {

/// What all scales of a model are.
struct short_kind {
    rounding rounds = rounding::nearest;
    bool small_shifts = false;
    bool per_channel = true;
};

/// The key of a model all of whose scales are short.
template <class Key>
constexpr Key for_short_scales(Key key, bool compact, short_kind kind) {
    return kernels::key_in(
        {.compact = compact, .short_scales = true, .small_shifts = kind.small_shifts}, key);
}

/// Whether a backend has code for such scales of a layer.
template <short_kind K, class Tag, class Op>
bool has_code(Tag tag, const Op& op, const operands& t, view<const constant> constants) {
    return has_short_scales(tag, op, t, constants, K.rounds) &&
           (!K.small_shifts || has_small_shifts(tag, op, t, constants, K.rounds));
}

/// Calls check() with each kind of scales that a backend has code for.
template <class Tag, class Check>
void for_each_kind(const Check& check) {
    check.template operator()<short_kind{rounding::nearest}>();
    check.template operator()<short_kind{rounding::tflite}>();
    if constexpr (std::is_same_v<Tag, kernels::arm_dsp_tag>)
        check.template operator()<short_kind{rounding::tflite, true}>();
}

/// Makes all scales of a random layer short.
template <int W, int O>
void shorten(weighted_constants<W, O>& c, random_numbers& r, short_kind kind) {
    for (int o = 0; o < O; ++o) {
        c.bias[o] = r.between(-100000, 100000);
        const int right = kind.small_shifts ? r.between(2, 12) : r.between(1, 22);
        c.shifts[o] = int8_t(-right - (kind.rounds == rounding::nearest ? 1 : 0));
        c.multipliers[o] = r.between(1 << 30, INT32_MAX);
    }
}

/// A convolution with short scales by code for no others, and by the portable kernel.
template <class Tag, class Op, window_settings S, short_kind K, weight_order Order, bool Compact>
bool convolutions_agree(int seed) {
    using random_layer = random_window_layer<Op, int8_t, S>;
    random_numbers r(uint64_t(seed) * 91);
    random_layer c(r, 9, Order != weight_order::canonical);
    shorten(c.constants, r, K);
    if (!c.has_output()) return true;
    constexpr key_for<Op> Portable = layer_key<Op, int8_t, S, K.rounds>;
    constexpr key_for<Op> G = for_short_scales(in_order(Portable, Order), Compact, K);
    const arranged_node<Order, 2 * random_layer::capacity> arranged(c.node);
    const operands tensors = arranged.node.all();
    if (!has_code<K>(Tag{}, c.op, tensors, arranged.node.weights())) return false;

    const shape dims = tensors.output().dims;
    const image_rows in_size{c.rows, c.width * c.channels}, out_size{dims[1], dims[2] * c.outputs};
    const ops::row_reach reach = ops::reach_of(S.window);
    int8_t expected[random_layer::capacity]{}, out[random_layer::capacity]{};
    run_tiles<Portable>(kernels::layer_of<int8_t>(c.op, c.node.all(), c.node.weights(), K.rounds),
                        c.in, in_size, expected, out_size, reach, dims[1]);
    working_memory memory(facts_of(Tag{}, c.op, tensors), dims[1], seed % 4);
    Tag with_memory;
    with_memory.scratch = memory.begin();
    const auto layer = kernels::layer_of<int8_t>(c.op, tensors, arranged.node.weights(), K.rounds);
    run_tiles<G>(layer, c.in, in_size, out, out_size, reach, dims[1], with_memory);
    return close(out, expected, dims[1] * out_size.row_elements) && memory.is_intact();
}

template <class Tag, class Op, window_settings S, weight_order Order, bool Compact>
void check_short_convolutions() {
    for (int seed = 0; seed < seeds(60); ++seed) {
        for_each_kind<Tag>([&]<short_kind K>() {
            CHECK_MESSAGE((convolutions_agree<Tag, Op, S, K, Order, Compact>(seed)), seed);
        });
    }
}

/// The same of a fully connected layer, whose vector comes in so many pieces, too.
template <class Tag, short_kind K, weight_order Order, bool Compact, int Pieces>
bool vectors_agree(int seed) {
    random_numbers r(uint64_t(seed) * 13);
    const int inputs = Pieces * r.between(1, seed % 3 ? 20 : most_inputs / Pieces);
    const int outputs = r.between(1, most_outputs);
    weighted_constants<most_inputs * most_outputs, most_outputs> c;
    randomize<int8_t>(c, r, inputs * outputs, outputs);
    if (Order != weight_order::canonical) make_pairable(c.weights, inputs * outputs);
    shorten(c, r, K);
    const ops::gemm op{random_clamp(r)};
    node_case n;
    n.add_input(
        {.type = dtype::i8, .dims = {2, {1, inputs}}, .quant = random_quantization<int8_t>(r)});
    add_constants<int8_t>(n, c, {2, {outputs, inputs}}, outputs, K.per_channel);
    if (seed % 4 == 3) n.edges[2] = -1;  // no bias
    set_output_of(n, op, dtype::i8, random_quantization<int8_t>(r));
    const arranged_node<Order, 8 * most_inputs * most_outputs> arranged(n);
    const operands tensors = arranged.node.all();
    if (!has_code<K>(Tag{}, op, tensors, arranged.node.weights())) return false;

    constexpr kernels::gemm_key Portable{
        .in = dtype::i8,
        .out = dtype::i8,
        .finish = {.rounds = K.rounds, .per_channel = K.per_channel},
        .vector_rows = Pieces};
    constexpr kernels::gemm_key G = for_short_scales(in_order(Portable, Order), Compact, K);
    int8_t in[3 * most_inputs];
    for (int8_t& x : in) x = random_element<int8_t>(r);
    working_memory memory(facts_of(Tag{}, op, tensors), 1, seed % 4);
    Tag with_memory;
    with_memory.scratch = memory.begin();
    const auto canonical = kernels::layer_of<int8_t>(op, n.all(), n.weights(), K.rounds);
    const auto layer = kernels::layer_of<int8_t>(op, tensors, arranged.node.weights(), K.rounds);
    int8_t expected[most_outputs]{}, out[most_outputs]{};
    run_in_pieces<Portable>(kernels::portable_tag{}, canonical, in, expected);
    run_in_pieces<G>(with_memory, layer, in, out);
    return close(out, expected, outputs) &&
           rows_agree<Portable, G>(with_memory, canonical, layer, in) && memory.is_intact();
}

template <class Tag, weight_order Order, bool Compact, int Pieces = 1>
void check_short_vectors() {
    for (int seed = 0; seed < seeds(100); ++seed) {
        for_each_kind<Tag>([&]<short_kind K>() {
            constexpr short_kind one_scale{K.rounds, K.small_shifts, false};
            CHECK_MESSAGE((vectors_agree<Tag, K, Order, Compact, Pieces>(seed)), seed);
            CHECK_MESSAGE((vectors_agree<Tag, one_scale, Order, Compact, Pieces>(seed)), seed);
        });
    }
}

}  // namespace tigris::test
