// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/grid_sample.hpp>

#include <helpers/check.hpp>
#include <helpers/node_case.hpp>

#include <initializer_list>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;
using mode = ops::sample_mode;
using padding = ops::sample_padding;

namespace {

constexpr int height = 3, width = 4, channels = 2;

/// Samples a 3 x 4 image whose element is 10 * row + column (+ 100 in channel 1) at one place.
float sampled(const ops::grid_sample& op, float x, float y, int channel = 0) {
    float image[height * width * channels]{}, out[channels]{};
    for (int i = 0; i < height * width * channels; ++i)
        image[i] = float(i / channels / width * 10 + i / channels % width + i % channels * 100);
    const float grid[]{x, y};
    node_case n;
    n.add_input({.dims = {4, {1, height, width, channels}}});
    n.add_input({.dims = {4, {1, 1, 1, 2}}});
    set_output_of(n, op, dtype::f32, {});
    constexpr plain_key<ops::grid_sample> G;
    CHECK(key_of(op, n.all(), rounding::nearest) == G);
    whole<G>(portable_tag{}, layer_of<float>(op, n.all(), n.weights(), rounding::nearest), out,
             static_cast<const float*>(image), +grid);
    return out[channel];
}

/// The coordinate whose place is `at` elements from the first one's center.
float grid_of(float at, int extent) { return (2 * at + 1) / float(extent) - 1; }

float at(const ops::grid_sample& op, float row, float column, int channel = 0) {
    return sampled(op, grid_of(column, width), grid_of(row, height), channel);
}

}  // namespace

TEST_CASE("elements are mixed by distance, in every channel") {
    CHECK(at({}, 1, 1.25f) == doctest::Approx(11.25));
    CHECK(at({}, 1, 1.5f, 1) == doctest::Approx(111.5));
    // With a = -3/4, four elements weigh -0.10546875, 0.87890625, 0.26171875, -0.03515625.
    CHECK(at({.mode = mode::cubic}, 1, 1.25f) == doctest::Approx(11.296875));
    CHECK(at({.mode = mode::cubic}, 1, 1.25f, 1) == doctest::Approx(111.296875));
    CHECK(at({.mode = mode::linear}, 0.75f, 2.5f) == doctest::Approx(10));
    CHECK(at({.mode = mode::nearest}, 0.5f, 1.5f) == doctest::Approx(2));  // halves to even
}

TEST_CASE("what is outside is zero, the border, or reflected at the edges of elements") {
    CHECK(at({}, 0, -0.25f) == doctest::Approx(0));
    CHECK(at({}, 0, 3.25f) == doctest::Approx(2.25));
    CHECK(at({.padding = padding::border}, 5, 9) == doctest::Approx(23));
    CHECK(at({.padding = padding::reflection}, 0, -2.25f) == doctest::Approx(1.25));
    CHECK(at({.padding = padding::reflection}, 0, 5.25f) == doctest::Approx(1.75));
    CHECK(at({.padding = padding::reflection}, 0, 11) == doctest::Approx(3));
}

TEST_CASE("aligned corners are at -1 and 1, and reflect at their centers") {
    const ops::grid_sample aligned{.padding = padding::reflection, .align_corners = true};
    CHECK(sampled(aligned, -1, 1) == doctest::Approx(20));
    CHECK(sampled(aligned, 0, -1) == doctest::Approx(1.5));
    CHECK(sampled(aligned, -5 / 3.0f, -1) == doctest::Approx(1));
}

TEST_CASE("no coordinate reads outside of memory") {
    for (const float wild :
         {1e30f, -1e30f, __builtin_inff(), -__builtin_inff(), __builtin_nanf("")})
        for (const mode m : {mode::linear, mode::nearest, mode::cubic})
            for (const padding p : {padding::zeros, padding::border, padding::reflection})
                CHECK(!(sampled({.mode = m, .padding = p}, wild, -wild) > 1e6f));
}
