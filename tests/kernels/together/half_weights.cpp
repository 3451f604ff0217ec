// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arithmetic/coded_weights.hpp>

#include <helpers/float_layers.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/weighted_case.hpp>
#include <tigris/kernels/arm_dsp/all.hpp>
#include <tigris/kernels/blocked/all.hpp>
#include <tigris/kernels/portable/all.hpp>
#include <tigris/kernels/simd/facts.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 600;

struct constants {
    int8_t halves[2 * capacity]{};
    int8_t numbers[4 * capacity]{};
    int8_t bias[4 * 20]{};
};

/// The step with halves as weights, or with floats that are the same numbers.
template <class Op>
constexpr node_case step_of(const layer_case<Op>& c, dtype weights, const constants& k) {
    node_case n;
    n.add_input({.dims = c.input});
    n.add_constant(weights, c.weights, {.bytes = weights == dtype::f16 ? k.halves : k.numbers});
    n.add_constant(dtype::f32, {1, {c.outputs}}, {.bytes = k.bias});
    set_output_of(n, c.op, dtype::f32, {});
    return n;
}

template <auto C, dtype Weights>
constexpr auto key = [] {
    const constants none{};
    const node_case n = step_of(C, Weights, none);
    return key_of(C.op, n.all(), rounding::nearest);
}();

/// Halves of all sizes, small ones that are not normal, too.
void randomize(constants& k, random_numbers& r) {
    for (int i = 0; i < capacity; ++i) {
        const half h = to_half(float((r.unit() * 2 - 1) * (i % 7 ? 1 : 1e-5)));
        k.halves[2 * i] = int8_t(h.bits & 255);
        k.halves[2 * i + 1] = int8_t(h.bits >> 8);
        store(to_float(h), k.numbers + 4 * i);
    }
    for (int o = 0; o < 20; ++o) store(float(r.unit()), k.bias + 4 * o);
}

template <auto C, class T, dtype Weights, class Tag>
void run(const node_case& n, const float* in, float* out) {
    const row_extents from = rows_of(C.input), to = rows_of(n.all().output().dims);
    const auto layer = layer_of<T>(C.op, n.all(), n.weights(), rounding::nearest);
    float scratch[4 * capacity];
    Tag tag{};
    if constexpr (requires { tag.scratch; }) tag.scratch = scratch;
    run_tiles<key<C, Weights>>(layer, in, {from.images * from.rows, from.row_elements()}, out,
                               {to.images * to.rows, to.row_elements()}, C.reach, 2, tag);
}

template <auto C, class Tag>
void check() {
    random_numbers r(3);
    constants k;
    randomize(k, r);
    float in[capacity]{}, expected[capacity]{}, out[capacity]{};
    for (float& x : in) x = random_element<float>(r);
    run<C, float, dtype::f32, Tag>(step_of(C, dtype::f32, k), in, expected);
    const node_case halves = step_of(C, dtype::f16, k);
    run<C, coded<dtype::f16>, dtype::f16, Tag>(halves, in, out);
    for (int i = 0; i < element_count(halves.all().output().dims); ++i)
        REQUIRE(out[i] == expected[i]);
}

template <class Tag>
void check_all() {
    check<float_layers::conv, Tag>();
    check<float_layers::grouped, Tag>();
    check<float_layers::depthwise, Tag>();
    check<float_layers::gemm, Tag>();
}

template <class Tag>
backend family_of_halves() {
    constexpr auto& conv = float_layers::conv;
    const constants none{};
    return facts_of(Tag{}, conv.op, step_of(conv, dtype::f16, none).all()).backend;
}

}  // namespace

TEST_CASE("weights that are halves make what the same floats make, byte for byte") {
    check_all<portable_tag>();
    check_all<blocked_tag>();
    check_all<arm_dsp_tag>();
}

TEST_CASE("backends with blocked kernels take halves, those with vectors leave them to portable") {
    CHECK(family_of_halves<blocked_tag>() == blocked);
    CHECK(family_of_halves<arm_dsp_tag>() == blocked);
    CHECK(family_of_halves<x86_tag>() == portable);
}

TEST_CASE("constants of halves are read as floats") {
    static constexpr int8_t bytes[]{0x00, 0x3C, 0x01, 0x00};
    constexpr constant_pointer<half> p{bytes};
    static_assert(p[0] == 1 && p[1] == 0x1p-24f && (p + 1)[0] == 0x1p-24f);
}
