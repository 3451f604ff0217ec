// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/dynamic_range.hpp>

#include <helpers/node_case.hpp>
#include <helpers/random.hpp>
#include <helpers/seeds.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

struct scale_and_zero_point {
    float scale;
    float zero_point;
};

scale_and_zero_point range_of(const std::vector<float>& x) {
    node_case n;
    n.add_input({.dims = {1, {int32_t(x.size())}}});
    set_output_of(n, ops::dynamic_range{}, dtype::f32, {});
    const auto layer = layer_of<float>(ops::dynamic_range{}, n.all(), {}, rounding::nearest);
    constexpr plain_key<ops::dynamic_range> G{};
    CHECK(key_of(ops::dynamic_range{}, n.all(), rounding::tflite) == G);
    float out[2]{};
    whole<G>(portable_tag{}, layer, out, x.data());
    return {out[0], out[1]};
}

}  // namespace

TEST_CASE("scale and zero point are those of ONNX DynamicQuantizeLinear, in double") {
    for (int seed = 0; seed < seeds(200); ++seed) {
        random_numbers r{uint64_t(seed)};
        const double low = r.between(-3, 1), width = r.unit() * 5;
        std::vector<float> x(std::size_t(r.between(1, 40)));
        for (float& element : x) element = float(low + width * r.unit());
        const double high = std::max(0.0f, *std::max_element(x.begin(), x.end()));
        const double least = std::min(0.0f, *std::min_element(x.begin(), x.end()));
        const double scale = high == least ? 1 : (high - least) / 255;
        const auto made = range_of(x);
        CHECK(double(made.scale) == doctest::Approx(scale).epsilon(1e-6));
        CHECK(std::abs(double(made.zero_point) + least / scale) <= 0.501);
        CHECK(made.zero_point == std::floor(made.zero_point));
    }
}

TEST_CASE("nothing but zeros has the scale 1; signs of zeros are no question") {
    CHECK(range_of({0, -0.0f, 0}).scale == 1);
    CHECK(range_of({0, -0.0f, 0}).zero_point == 0);
    CHECK(range_of({-0.0f, 51}).scale == 51.0f / 255);
    CHECK(range_of({-51, -0.0f}).zero_point == 255);
}
