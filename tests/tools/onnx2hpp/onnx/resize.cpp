// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/resize.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/onnx_builder.hpp>
#include <helpers/outcomes.hpp>

#include <doctest/doctest.h>

#include <limits>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

using tigris::dtype;

/// A Resize of [1, 3, 4, 6] by `scales` or to `sizes`, each where it is not empty.
struct resize_case {
    std::vector<double> scales;
    extents sizes;
    test::attributes held = {};
    int since = 13;

    resizing operator()() const {
        model_builder b;
        const value_id x = b.input({1, 3, 4, 6});
        const auto count = static_cast<std::int64_t>(scales.size());
        const value_id list = scales.empty() ? absent : b.constant({count}, scales);
        const value_id goal = sizes.empty() ? absent : b.integers(sizes);
        std::vector<value_id> inputs{x, absent, list, goal};
        if (since < 11) inputs = {x, list};
        b.output(b.node("Resize", inputs, held, since));
        return resizing_of(b.model, b.model.nodes[0]);
    }
    verdict refused() const {
        return verdict_of([this] { (*this)(); });
    }
};

}  // namespace

TEST_CASE("Resize: scales give extents rounded down, sizes give scales") {
    const resizing scaled = resize_case{{1, 1, 2, 0.6}, {}}();
    CHECK(scaled.output == extents{1, 3, 8, 3});
    CHECK(scaled.scales == std::vector<float>{1, 1, 2, 0.6f});
    const resizing sized = resize_case{{}, {1, 3, 6, 3}}();
    CHECK(sized.output == extents{1, 3, 6, 3});
    CHECK(sized.scales == std::vector<float>{1, 1, 1.5f, 0.5f});
    CHECK(sized.coordinates == "half_pixel");
    CHECK(sized.rounds == "round_prefer_floor");
}

TEST_CASE("Resize: from version 18 on for some axes, and perhaps with one scale for all of them") {
    test::attributes held{{"axes", extents{-1, 2}}};
    CHECK(resize_case{{0.5, 2}, {}, held, 18}().output == extents{1, 3, 8, 3});
    held["keep_aspect_ratio_policy"] = std::string("not_larger");
    const resizing smaller = resize_case{{}, {9, 7}, held, 18}();
    CHECK(smaller.output == extents{1, 3, 6, 9});
    CHECK(smaller.scales == std::vector<float>{1, 1, 1.5f, 1.5f});
    held["keep_aspect_ratio_policy"] = std::string("not_smaller");
    CHECK(resize_case{{}, {9, 7}, held, 18}().output == extents{1, 3, 7, 11});
    held["keep_aspect_ratio_policy"] = std::string("best");
    CHECK(resize_case{{}, {9, 7}, held, 18}.refused().says(bad, "'best' does not exist"));
}

TEST_CASE("Resize 10 rounds down where it enlarges, up where it shrinks, and has no half pixels") {
    CHECK(resize_case{{1, 1, 2, 1}, {}, {}, 10}().rounds == "floor");
    CHECK(resize_case{{1, 1, 0.6, 1}, {}, {}, 10}().rounds == "ceil");
    CHECK(resize_case{{1, 1, 2, 1}, {}, {}, 10}().coordinates == "asymmetric");
    CHECK(resize_case{{1, 1, 2, 0.5}, {}, {}, 10}.refused().says(no, "version 10 has no rule"));
    const test::attributes linear{{"mode", std::string("linear")}};
    CHECK(resize_case{{1, 1, 2, 0.5}, {}, linear, 10}().mode == "linear");
    const test::attributes cubic{{"mode", std::string("cubic")}};
    CHECK(resize_case{{1, 1, 2, 2}, {}, cubic, 10}.refused().says(bad, "mode 'cubic'"));
}

TEST_CASE("Resize: coordinates belong to versions") {
    const auto with = [](const char* coordinates, int since) {
        const test::attributes held{{"coordinate_transformation_mode", std::string(coordinates)}};
        return resize_case{{1, 1, 2, 2}, {}, held, since}.refused().code;
    };
    CHECK(with("tf_half_pixel_for_nn", 11) == outcome::success);
    CHECK(with("tf_half_pixel_for_nn", 18) == bad);
    CHECK(with("half_pixel_symmetric", 18) == bad);
    CHECK(with("half_pixel_symmetric", 19) == outcome::success);
    CHECK(with("quarter_pixel", 19) == bad);
}

TEST_CASE("Upsample: scales are an attribute, then an input, and never below 1") {
    model_builder b;
    const value_id x = b.input({1, 1, 2, 2});
    const auto upsample = [&](std::vector<float> scales, int since) {
        b.node("Upsample", {x}, {{"scales", scales}}, since);
        return resizing_of(b.model, b.model.nodes.back());
    };
    CHECK(upsample({1, 1, 2, 3}, 7).output == extents{1, 1, 4, 6});
    CHECK(upsample({1, 1, 2, 3}, 7).rounds == "floor");
    CHECK(verdict_of([&] { upsample({1, 1, 0.5f, 3}, 7); }).says(bad, "a scale of 0.5"));
    CHECK(verdict_of([&] { upsample({}, 7); }).says(bad, "either scales or sizes"));
    b.node("Upsample", {x, b.constant({4}, {1, 1, 2, 3})}, {}, 9);
    CHECK(resizing_of(b.model, b.model.nodes.back()).output == extents{1, 1, 4, 6});
    b.model.nodes.back().since = 10;
    CHECK(verdict_of([&] {
              resizing_of(b.model, b.model.nodes.back());
          }).says(bad, "no Upsample from opset 10"));
}

TEST_CASE("Resize: hostile numbers are bad input") {
    const double huge = 1e30, infinity = std::numeric_limits<double>::infinity();
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    for (const double scale : {-1.0, 0.0, huge, infinity, nothing})
        CHECK(resize_case{{1, 1, scale, 1}, {}}.refused().says(bad, "for an extent of 4 is impos"));
    for (const std::int64_t size : {std::int64_t{1} << 40, std::int64_t{0}, INT64_MIN})
        CHECK(resize_case{{}, {1, 3, size, 6}}.refused().says(bad, "is impossible"));
    CHECK(resize_case{{1, 2}, {}}.refused().says(bad, "it has 2 scales for 4 axes"));
    CHECK(resize_case{{}, {1, 2, 3, 4, 5}}.refused().says(bad, "it has 5 sizes for 4 axes"));
    CHECK(resize_case{{}, {}}.refused().says(bad, "either scales or sizes"));
    CHECK(resize_case{{1, 1, 2, 2}, {1, 3, 8, 8}}.refused().says(bad, "either scales or sizes"));
    for (const extents& axes : {extents{4}, extents{-5}, extents{INT64_MIN}, extents{2, -2}})
        CHECK(resize_case{{2, 2}, {}, {{"axes", axes}}, 18}.refused().code == bad);
}

TEST_CASE("Resize: scales must be constant, and floats") {
    model_builder b;
    const value_id x = b.input({1, 3, 4, 6});
    SUBCASE("computed") {
        b.node("Resize", {x, absent, b.input({4})});
        CHECK(verdict_of([&] {
                  resizing_of(b.model, b.model.nodes[0]);
              }).says(no, "its scales 'x1' are computed at run time"));
    }
    SUBCASE("integers") {
        b.node("Resize", {x, absent, b.integers({1, 1, 2, 2})});
        CHECK(verdict_of([&] {
                  resizing_of(b.model, b.model.nodes[0]);
              }).says(bad, "must be a list of float, but are int64 of shape [4]"));
    }
    SUBCASE("an empty list is as good as none") {
        const value_id none = b.add_value("none", dtype::f32, {0},
                                          make_tensor(dtype::f32, {0}, std::vector<double>{}));
        b.node("Resize", {x, none, none, b.integers({1, 3, 8, 6})});
        CHECK(resizing_of(b.model, b.model.nodes[0]).output == extents{1, 3, 8, 6});
    }
}
