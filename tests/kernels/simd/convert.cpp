// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <helpers/row_runs.hpp>
#include <helpers/seeds.hpp>
#include <helpers/slice_runs.hpp>
#include <helpers/weighted_case.hpp>
#include <tigris/kernels/simd/all.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 600;

/// Reals around the middles between codes, far outside, and none.
float random_real(random_numbers& r, float scale) {
    switch (r.between(0, 5)) {
        case 0: return float(r.between(-600, 600)) / 2 * scale;
        case 1: return float(r.unit() * 2 - 1) * 1e30f;
        case 2: return __builtin_inff() * float(r.between(-1, 1));  // NaN, too
        default: return float(r.unit() * 300 - 150) * scale;
    }
}

/// Whole rows, and slices of wider pixels.
template <class Out, rounding R>
bool agrees(int seed) {
    constexpr convert_key G{.in = dtype::f32, .out = dtype_of<Out>, .rounds = R, .quantized = true};
    random_numbers r(uint64_t(seed) * 7);
    const shape dims{4, {1, r.between(1, 4), r.between(1, 5), r.between(1, 25)}};
    const int row = dims[2] * dims[3];
    const quantization to = random_quantization<Out>(r);
    const ops::convert op{random_clamp(r)};
    node_case n;
    n.add_input({.type = dtype::f32, .dims = dims});
    n.set_output({.type = dtype_of<Out>, .dims = dims, .quant = to});
    float in[capacity];
    for (float& x : in) x = random_real(r, to.scale);
    Out expected[capacity]{}, out[capacity]{};
    const auto layer = layer_of<float>(op, n.all(), n.weights(), R);
    const auto window = whole_window(in, 0, dims[1], row);
    rows<G>(portable_tag{}, layer, expected, dims[1], window);
    rows<G>(x86_tag{}, layer, out, dims[1], window);
    return equal(out, expected, capacity) &&
           slices_agree<20>(expected, dims[1] * dims[2], dims[3], [&](Out* slices) {
               rows<in_slices(G)>(x86_tag{}, layer, slices, dims[1], window);
           });
}

template <class Out>
void check() {
    for (int seed = 0; seed < seeds(1000); ++seed) {
        const bool nearest = agrees<Out, rounding::nearest>(seed);
        const bool tflite = agrees<Out, rounding::tflite>(seed);
        CHECK_MESSAGE(nearest, seed);
        CHECK_MESSAGE(tflite, seed);
    }
}

}  // namespace

TEST_CASE("codes of reals are portable's") {
    check<int8_t>();
    check<uint8_t>();
}

TEST_CASE("facts name the kernel of codes of bytes only") {
    constexpr dtype types[]{dtype::i8, dtype::u8, dtype::i16};
    for (const dtype out : types) {
        node_case n;
        n.add_input({.type = dtype::f32, .dims = {2, {4, 4}}});
        n.set_output({.type = out, .dims = {2, {4, 4}}, .quant = {0.5f, 0}});
        const kernel_facts facts = facts_of(x86_tag{}, ops::convert{}, n.all());
        CHECK((facts.backend == x86) == (out != dtype::i16));
    }
}
