// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/roi_align.hpp>

#include <helpers/check.hpp>
#include <helpers/node_case.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int height = 6, width = 8;

/// Cell (0, 1) of a region of two 6 x 8 images, whose elements are 10 * row + column, + 1000 in the
/// second image.
float cell(const ops::roi_align& op, const float (&region)[4], int64_t image) {
    float images[2 * height * width]{}, out[4]{};
    for (int i = 0; i < 2 * height * width; ++i)
        images[i] = float(i / width % height * 10 + i % width + i / width / height * 1000);
    node_case n;
    n.add_input({.dims = {4, {2, height, width, 1}}});
    n.add_input({.dims = {2, {1, 4}}});
    n.add_input({.type = dtype::i64, .dims = {1, {1}}});
    n.set_output({.dims = {4, {1, 2, 2, 1}}});
    constexpr plain_key<ops::roi_align> G;
    CHECK(key_of(op, n.all(), rounding::nearest) == G);
    whole<G>(portable_tag{}, layer_of<float>(op, n.all(), n.weights(), rounding::nearest), out,
             static_cast<const float*>(images), +region, static_cast<const int64_t*>(&image));
    return out[1];
}

}  // namespace

TEST_CASE("the mean over a cell of a plane is its value in the middle") {
    const float region[]{1, 2, 5, 4};  // x from 1 to 5, y from 2 to 4
    CHECK(cell({.half_pixel = false}, region, 0) == doctest::Approx(2.5 * 10 + 4));
    CHECK(cell({.half_pixel = true}, region, 1) == doctest::Approx(1000 + 2 * 10 + 3.5));
    CHECK(cell({.sampling_ratio = 3}, region, 0) == doctest::Approx(2 * 10 + 3.5));
    CHECK(cell({.half_pixel = false, .spatial_scale = 0.5f}, region, 0) ==
          doctest::Approx(1.25 * 10 + 2));
}

TEST_CASE("regions without half pixels are at least one pixel long") {
    const float point[]{3, 3, 3, 3};
    CHECK(cell({.half_pixel = false}, point, 0) == doctest::Approx(3.25 * 10 + 3.75));
}

TEST_CASE("the maximum is that of the weighted corners") {
    // One sample in the middle of four pixels: a quarter of the largest.
    const float region[]{2, 2, 4, 4};
    const ops::roi_align op{.takes_max = true, .half_pixel = false, .sampling_ratio = 1};
    CHECK(cell(op, region, 0) == doctest::Approx(0.25 * 34));
}

TEST_CASE("regions outside are zero; numbers of images are kept in range") {
    CHECK(cell({}, {100, 100, 120, 120}, 0) == 0);
    CHECK(cell({}, {1, 2, 5, 4}, 99) == doctest::Approx(1000 + 2 * 10 + 3.5));
    CHECK(cell({}, {1, 2, 5, 4}, -1) == doctest::Approx(2 * 10 + 3.5));
    const float nan = __builtin_nanf("");
    CHECK(cell({}, {nan, nan, nan, nan}, 0) == 0);
}
