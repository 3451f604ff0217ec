// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/helium/binary.hpp>

#include <support/row_runs.hpp>
#include <support/weighted_case.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 17 * 17 * 8;

/// Some pairs of scales are equal, far apart, or much larger than the output's.
quantization scaled(quantization q, random_numbers& r) {
    constexpr float factors[]{1, 1, 1, 0.25f, 3000, 1e-5f};
    q.scale = r.chance(3) ? 0.5f : q.scale * factors[r.between(0, 5)];
    return q;
}

template <rounding R>
constexpr geometry key_of(ops::binary_function function) {
    return {.kind = ops::kind_of<ops::binary>,
            .function = uint8_t(function),
            .in = dtype::i8,
            .in2 = dtype::i8,
            .out = dtype::i8,
            .rounds = R,
            .quantized = true};
}

template <rounding R, ops::binary_function function>
bool agrees(int seed) {
    constexpr geometry G = key_of<R>(function);
    random_numbers r(uint64_t(seed) * 5 + uint64_t(function));
    const shape dims{4, {1, r.between(1, 8), r.between(1, 17), r.between(1, 17)}};
    const ops::binary op{function, random_clamp(r)};
    node_case n;
    for (int i = 0; i < 2; ++i)
        n.add_input(
            {.type = dtype::i8, .dims = dims, .quant = scaled(random_quantization<int8_t>(r), r)});
    set_output_of(n, op, dtype::i8, scaled(random_quantization<int8_t>(r), r));
    int8_t a[capacity], b[capacity], expected[capacity]{}, out[capacity]{};
    for (int8_t& x : a) x = random_element<int8_t>(r);
    for (int8_t& x : b) x = random_element<int8_t>(r);
    const auto layer = layer_of<int8_t>(op, n.all(), n.weights(), R);
    const int row = dims[2] * dims[3];
    const auto in_a = whole_window(a, 0, dims[1], row), in_b = whole_window(b, 0, dims[1], row);
    rows<G>(portable_tag{}, layer, expected, dims[1], in_a, in_b);
    rows<G>(helium_tag{}, layer, out, dims[1], in_a, in_b);
    return equal(out, expected, capacity);
}

template <rounding R, ops::binary_function function>
void check() {
    for (int seed = 0; seed < 3000; ++seed) {
        const bool same = agrees<R, function>(seed);
        CHECK_MESSAGE(same, seed);
    }
}

}  // namespace

TEST_CASE("sums") {
    check<rounding::nearest, ops::binary_function::add>();
    check<rounding::tflite, ops::binary_function::add>();
}

TEST_CASE("differences") {
    check<rounding::nearest, ops::binary_function::subtract>();
    check<rounding::tflite, ops::binary_function::subtract>();
}
