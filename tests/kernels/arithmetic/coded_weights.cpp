// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/coded_weights.hpp>

#include <helpers/float_layers.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/weighted_case.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>
#include <tigris/kernels/helium/facts.hpp>
#include <tigris/kernels/portable/all.hpp>
#include <tigris/kernels/simd/facts.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 500, most_outputs = 20;

struct constants {
    int8_t codes[capacity]{};
    int8_t numbers[4 * capacity]{};
    int8_t scales[4 * most_outputs]{};
    int8_t bias[4 * most_outputs]{};
};

constexpr bool is_unsigned(dtype codes) { return codes == dtype::u8 || codes == dtype::u4; }

/// The step with codes as weights, or with the same numbers as floats and no bias.
template <class Op>
constexpr node_case step_of(const layer_case<Op>& c, dtype weights, int zero_point, int scales,
                            const constants& k) {
    node_case n;
    n.add_input({.dims = c.input});
    const bool is_coded = weights != dtype::f32;
    n.add_constant(weights, c.weights, {.bytes = is_coded ? k.codes : k.numbers});
    if (is_unsigned(weights)) n.tensors[1].quant = {1, zero_point};
    if (is_coded) {
        n.add_constant(dtype::f32, {1, {c.outputs}}, {.bytes = k.bias});
        n.add_constant(dtype::f32, {1, {scales}}, {.bytes = k.scales});
    }
    set_output_of(n, c.op, dtype::f32, {});
    return n;
}

template <auto C, dtype Weights, int Scales>
constexpr auto key = [] {
    const constants none{};
    const node_case n = step_of(C, Weights, 0, Scales, none);
    return key_of(C.op, n.all(), rounding::nearest);
}();

float number_at(const int8_t* bytes, int i) { return constant_pointer<float>{bytes}[i]; }

/// Random codes over their whole range, as flash has them and as numbers.
template <dtype Codes>
void randomize_codes(constants& k, int count, int zero_point, random_numbers& r) {
    constexpr int bits = bits_of(Codes), low = is_unsigned(Codes) ? 0 : -(1 << (bits - 1));
    for (int i = 0; i < count; ++i) {
        const int code = r.between(low, low + (1 << bits) - 1);
        if (bits == 8)
            k.codes[i] = int8_t(code);
        else
            k.codes[i / 2] = int8_t(k.codes[i / 2] | (code & 15) << (i % 2 * 4));
        store(float(code - zero_point), k.numbers + 4 * i);
    }
}

/// What rows() makes in one call, which smaller calls must make, too.
template <auto G, auto C, class Layer, class Tag = portable_tag>
void run(const Layer& layer, const float* in, const shape& out_dims, float* out) {
    const row_extents from = rows_of(C.input), to = rows_of(out_dims);
    const image_rows in_size{from.images * from.rows, from.row_elements()};
    const image_rows out_size{to.images * to.rows, to.row_elements()};
    run_tiles<G>(layer, in, in_size, out, out_size, C.reach, out_size.rows, Tag{});
    float apart[capacity]{};
    run_tiles<G>(layer, in, in_size, apart, out_size, C.reach, 1, Tag{});
    for (int i = 0; i < element_count(out_dims); ++i) REQUIRE(apart[i] == out[i]);
}

/// Codes make what the floats make that they stand for: each sum times its scale, and the bias.
template <auto C, dtype Codes, bool PerChannel>
void check(uint64_t seed) {
    random_numbers r(seed);
    const int zero_point = is_unsigned(Codes) ? r.between(0, (1 << bits_of(Codes)) - 1) : 0;
    constexpr int scales = PerChannel ? C.outputs : 1;
    constants k;
    randomize_codes<Codes>(k, int(element_count(C.weights)), zero_point, r);
    for (int o = 0; o < C.outputs; ++o) {
        store(float(r.unit() + 0.01), k.scales + 4 * o);
        store(float(r.unit() - 0.5), k.bias + 4 * o);
    }
    float in[capacity]{}, expected[capacity]{}, out[capacity]{}, on_dsp[capacity]{};
    for (float& x : in) x = random_element<float>(r);

    const node_case floats = step_of(C, dtype::f32, 0, scales, k);
    const node_case coded_step = step_of(C, Codes, zero_point, scales, k);
    const shape dims = coded_step.all().output().dims;
    run<key<C, dtype::f32, scales>, C>(
        layer_of<float>(C.op, floats.all(), floats.weights(), rounding::nearest), in, dims,
        expected);
    const auto layer =
        layer_of<coded<Codes>>(C.op, coded_step.all(), coded_step.weights(), rounding::nearest);
    run<key<C, Codes, scales>, C>(layer, in, dims, out);
    run<key<C, Codes, scales>, C, decltype(layer), arm_dsp_tag>(layer, in, dims, on_dsp);
    for (int i = 0; i < element_count(dims); ++i) {
        const int o = i % C.outputs;
        const float ideal =
            expected[i] * number_at(k.scales, PerChannel ? o : 0) + number_at(k.bias, o);
        CHECK(out[i] == doctest::Approx(ideal).epsilon(1e-6));
        CHECK(on_dsp[i] == out[i]);
    }
}

/// The same key for a vector that arrives in five rows.
constexpr gemm_key in_pieces(gemm_key g) {
    g.vector_rows = 5;
    return g;
}

/// A vector of 15 elements that arrives as two and then three pieces.
template <gemm_key G, class Layer>
void add_pieces(const Layer& layer, const float (&in)[15], float (&out)[7]) {
    float sums[7];
    begin<G>(portable_tag{}, layer, +sums);
    add_rows<G>(portable_tag{}, layer, +sums, whole_window(+in, 0, 5, 3), 0, 2);
    add_rows<G>(portable_tag{}, layer, +sums, whole_window(+in, 2, 5, 3), 2, 3);
    end<G>(portable_tag{}, layer, +sums, +out);
}

/// One vector of 15 elements and seven outputs, whose codes have a scale for each `Block`.
template <dtype Codes, int Block>
void check_blocks(uint64_t seed, bool has_zero_points) {
    constexpr layer_case<ops::gemm> c{{}, {2, {1, 15}}, {2, {7, 15}}, 7, {}};
    constexpr int count = 7 * 15, blocks = 15 / Block;
    random_numbers r(seed);
    constants k;
    randomize_codes<Codes>(k, count, 0, r);
    int8_t scales[4 * count]{}, zero_points[count]{};
    for (int b = 0; b < count / Block; ++b) {
        store(float(r.unit() + 0.01), scales + 4 * b);
        if (has_zero_points) zero_points[b] = int8_t(r.between(0, (1 << bits_of(Codes)) - 1));
        for (int i = b * Block; i < (b + 1) * Block; ++i)
            store((number_at(k.numbers, i) - float(uint8_t(zero_points[b]))) * number_at(scales, b),
                  k.numbers + 4 * i);
    }
    for (int o = 0; o < 7; ++o) store(float(r.unit()), k.bias + 4 * o);
    node_case n;
    n.add_input({.dims = c.input});
    n.add_constant(Codes, c.weights, {.bytes = k.codes});
    n.add_constant(dtype::f32, {1, {7}}, {.bytes = k.bias});
    n.add_constant(dtype::f32, {2, {7, blocks}}, {.bytes = scales});
    if (has_zero_points) n.add_constant(dtype::u8, {2, {7, blocks}}, {.bytes = zero_points});
    set_output_of(n, c.op, dtype::f32, {});
    REQUIRE(block_of_codes(n.all()) == Block);
    node_case floats;
    floats.add_input({.dims = c.input});
    floats.add_constant(dtype::f32, c.weights, {.bytes = k.numbers});
    floats.add_constant(dtype::f32, {1, {7}}, {.bytes = k.bias});
    set_output_of(floats, c.op, dtype::f32, {});

    constexpr gemm_key whole_key = key<c, Codes, 7>;
    using codes = coded<Codes, Block>;
    const auto layer = layer_of<codes>(c.op, n.all(), n.weights(), rounding::nearest);
    const auto expected = layer_of<float>(c.op, floats.all(), floats.weights(), rounding::nearest);
    float in[15], ideal[7], whole[7], pieces[7];
    for (float& x : in) x = random_element<float>(r);
    rows<key<c, dtype::f32, 7>>(portable_tag{}, expected, ideal, 1, whole_window(+in, 0, 1, 15));
    rows<whole_key>(portable_tag{}, layer, whole, 1, whole_window(+in, 0, 1, 15));
    add_pieces<in_pieces(whole_key)>(layer, in, pieces);
    for (int o = 0; o < 7; ++o) CHECK(whole[o] == ideal[o]);
    for (int o = 0; o < 7; ++o) CHECK(pieces[o] == ideal[o]);
}

template <auto C>
void check_all_codes() {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        check<C, dtype::i8, true>(seed);
        check<C, dtype::i4, true>(seed);
        check<C, dtype::u8, true>(seed);
        check<C, dtype::u4, false>(seed);
    }
}

}  // namespace

TEST_CASE("convolutions with coded weights are those with the numbers that these stand for") {
    check_all_codes<float_layers::conv>();
    check_all_codes<float_layers::grouped>();
}

TEST_CASE("depthwise convolutions with coded weights, too") {
    check_all_codes<float_layers::depthwise>();
}

TEST_CASE("fully connected layers with coded weights, too") {
    check_all_codes<float_layers::gemm>();
}

TEST_CASE("a vector that arrives in several rows makes the same bytes") {
    random_numbers r(7);
    constants k;
    randomize_codes<dtype::i4>(k, 7 * 15, 0, r);
    for (int o = 0; o < 7; ++o) store(0.5f, k.scales + 4 * o), store(1, k.bias + 4 * o);
    constexpr layer_case<ops::gemm> one{{}, {2, {1, 15}}, {2, {7, 15}}, 7, {}};
    constexpr gemm_key whole_key = key<one, dtype::i4, 7>;
    const node_case n = step_of(one, dtype::i4, 0, 7, k);
    const auto layer = layer_of<coded<dtype::i4>>(one.op, n.all(), n.weights(), rounding::nearest);
    float in[15], whole[7], pieces[7];
    for (float& x : in) x = random_element<float>(r);
    rows<whole_key>(portable_tag{}, layer, whole, 1, whole_window(+in, 0, 1, 15));
    add_pieces<in_pieces(whole_key)>(layer, in, pieces);
    for (int o = 0; o < 7; ++o) CHECK(pieces[o] == whole[o]);
}

TEST_CASE("codes in blocks are the numbers that they stand for, bit for bit, in pieces, too") {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        check_blocks<dtype::i8, 5>(seed, false);
        check_blocks<dtype::i4, 5>(seed, false);
        check_blocks<dtype::u8, 3>(seed, true);
        check_blocks<dtype::u4, 1>(seed, true);
        check_blocks<dtype::u4, 5>(seed, false);
    }
}

template <class Tag>
void check_facts_of_codes() {
    constexpr auto& conv = float_layers::conv;
    const constants none{};
    const node_case n = step_of(conv, dtype::i8, 0, conv.outputs, none);
    const kernel_facts facts = facts_of(Tag{}, conv.op, n.all());
    const kernel_facts expected = facts_of(portable_tag{}, conv.op, n.all());
    CHECK(facts.backend == portable);
    CHECK(facts.scratch_bytes == expected.scratch_bytes);
    CHECK(facts.scratch_row_bytes == expected.scratch_row_bytes);
    CHECK(facts.call_cycles == expected.call_cycles);
}

TEST_CASE("backends leave coded weights to the portable kernels") {
    check_facts_of_codes<blocked_tag>();
    check_facts_of_codes<arm_dsp_tag>();
    check_facts_of_codes<helium_tag>();
    check_facts_of_codes<x86_tag>();
}

TEST_CASE("codes of 4 bits lie two to a byte, the first in the low half") {
    static constexpr int8_t bytes[]{0x7F, int8_t(0x80)};
    constexpr constant_pointer<weight_code<dtype::i4>> of_sign{bytes};
    static_assert(of_sign[0] == -1 && of_sign[1] == 7 && of_sign[2] == 0 && of_sign[3] == -8);
    static_assert((of_sign + 1)[2] == -8 && (of_sign + 3)[-2] == 7);
    constexpr constant_pointer<weight_code<dtype::u4>> without{bytes, 0, 3};
    static_assert(without[0] == 12 && without[1] == 4 && without[2] == -3 && without[3] == 5);
}
