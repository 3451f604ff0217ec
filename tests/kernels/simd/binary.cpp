// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <helpers/row_runs.hpp>
#include <helpers/seeds.hpp>
#include <helpers/weighted_case.hpp>
#include <tigris/kernels/simd/all.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 400;

/// Two rows of one call and each in its own, and over the first operand's memory.
template <class T, rounding R, ops::binary_function F>
bool agrees(int seed) {
    random_numbers r{uint64_t(seed)};
    const int width = r.between(1, 9), channels = r.between(1, 20), row = width * channels;
    const shape dims{4, {1, 2, width, channels}};
    const auto scaled = [&] {
        quantization q = random_quantization<T>(r);
        if (r.chance(4)) q.scale *= r.chance(2) ? 300.0f : 1 / 300.0f;
        return q;
    };
    node_case n;
    n.add_input({.type = dtype_of<T>, .dims = dims, .quant = scaled()});
    n.add_input({.type = dtype_of<T>, .dims = dims, .quant = scaled()});
    const ops::binary op{.function = F, .clamp = random_clamp(r)};
    set_output_of(n, op, dtype_of<T>, scaled());
    T a[capacity], b[capacity], expected[capacity]{}, out[capacity]{};
    for (int i = 0; i < 2 * row; ++i) a[i] = random_element<T>(r), b[i] = random_element<T>(r);

    constexpr binary_key G{.function = F,
                           .in_a = dtype_of<T>,
                           .in_b = dtype_of<T>,
                           .out = dtype_of<T>,
                           .rounds = R,
                           .quantized = true};
    const auto layer = layer_of<T>(op, n.all(), n.weights(), R);
    const auto window = [&](const T* from, int first) { return whole_window(from, first, 2, row); };
    rows<G>(portable_tag{}, layer, expected, 2, window(a, 0), window(b, 0));
    for (int y = 0; y < 2; ++y)
        rows<G>(x86_tag{}, layer, out + y * row, 1, window(a, y), window(b, y));
    rows<G>(x86_tag{}, layer, a, 2, window(a, 0), window(b, 0));
    return equal(out, expected, 2 * row) && equal(a, expected, 2 * row);
}

template <class T, ops::binary_function F>
void check() {
    for (int seed = 0; seed < seeds(500); ++seed) {
        const bool nearest = agrees<T, rounding::nearest, F>(seed);
        const bool tflite = agrees<T, rounding::tflite, F>(seed);
        CHECK_MESSAGE(nearest, seed);
        CHECK_MESSAGE(tflite, seed);
    }
}

}  // namespace

TEST_CASE("sums and differences of codes") {
    check<int8_t, ops::binary_function::add>();
    check<uint8_t, ops::binary_function::add>();
    check<int8_t, ops::binary_function::subtract>();
    check<uint8_t, ops::binary_function::subtract>();
}
