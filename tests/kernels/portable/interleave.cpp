// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/interleave.hpp>

#include <helpers/check.hpp>
#include <helpers/node_case.hpp>
#include <helpers/random.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 600;

/// Rows of the output in calls of one and of all rows are those of a transpose.
template <class T, dtype D>
constexpr bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 59);
    const int channels = r.between(1, 4), height = r.between(1, 6), width = r.between(1, 5);
    const ops::interleave op{.channels = channels};
    node_case n;
    if (seed % 2 == 0)
        n.add_input({.type = D, .dims = {4, {1, channels * height, width, 1}}});
    else
        n.add_input({.type = D, .dims = {3, {1, channels * height, 1}}});
    set_output_of(n, op, D, {});
    const row_extents x = rows_of(n.all().input(0).dims), y = rows_of(n.all().output().dims);
    T in[capacity]{}, out[capacity]{}, one[capacity]{};
    for (int i = 0; i < x.rows * x.width; ++i) in[i] = T(i);
    constexpr interleave_key G{.element = {.in = D, .out = D}, .copies = true};
    if (key_of(op, n.all(), rounding::tflite) != G) return false;
    const auto layer = layer_of<T>(op, n.all(), n.weights(), rounding::nearest);
    const T* const planes = in;
    rows<G>(portable_tag{}, layer, out, y.rows, whole_window(planes, 0, x.rows, x.width));
    for (int row = 0; row < y.rows; ++row) {
        rows<G>(portable_tag{}, layer, one, 1, whole_window(planes, row, x.rows, x.width));
        for (int column = 0; column < y.width; ++column)
            for (int c = 0; c < channels; ++c) {
                const T wanted = in[(c * height + row) * x.width + column];
                if (out[(row * y.width + column) * channels + c] != wanted) return false;
                if (one[column * channels + c] != wanted) return false;
            }
    }
    return true;
}

/// Floats in planes of 2 x 3 become codes of a step of 0.5, those below 0 the code of 0.
constexpr bool quantizes() {
    const ops::interleave op{.channels = 2, .clamp = {.low = 0}};
    node_case n;
    n.add_input({.type = dtype::f32, .dims = {4, {1, 4, 3, 1}}});
    set_output_of(n, op, dtype::i8, {.scale = 0.5f, .zero_point = 3});
    const float in[]{0, 1, 2, 3, 4, 5, 0.5f, -1, -2, 1.5f, 2.5f, 100};
    const int8_t wanted[]{3, 4, 5, 3, 7, 3, 9, 6, 11, 8, 13, 127};
    int8_t out[12]{};
    constexpr interleave_key G{.element = {.in = dtype::f32, .out = dtype::i8, .quantized = true}};
    if (key_of(op, n.all(), rounding::nearest) != G) return false;
    rows<G>(portable_tag{}, layer_of<float>(op, n.all(), n.weights(), rounding::nearest), out, 2,
            whole_window(static_cast<const float*>(in), 0, 4, 3));
    for (int i = 0; i < 12; ++i)
        if (out[i] != wanted[i]) return false;
    return true;
}

}  // namespace

#define CHECK_TYPES(...) TIGRIS_CHECK_SEEDS(60, agrees<__VA_ARGS__>)

TEST_CASE("planes become pixels, row by row") {
    CHECK_TYPES(int8_t, dtype::i8);
    CHECK_TYPES(float, dtype::f32);
    CHECK_TYPES(int64_t, dtype::i64);
}

TEST_CASE("elements are converted on the way") {
    static_assert(quantizes());
    CHECK(quantizes());
}
