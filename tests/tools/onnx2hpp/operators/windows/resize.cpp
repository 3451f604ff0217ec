// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/list.hpp>

#include <helpers/model_builder.hpp>
#include <helpers/outcomes.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <tools/onnx2hpp/lower/interpreter.hpp>
#include <tools/onnx2hpp/lower/lowered_facts.hpp>

#include <algorithm>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using namespace onnx2hpp::test;
using names = std::vector<std::string>;

namespace {

/// The step that a Resize of [1, 1, 2, 4] becomes, and its result.
struct resized {
    tigris::ops::resize op;
    elements result;
};

resized resize(const attributes& held, std::vector<double> scales, const extents& sizes = {},
               int since = 13) {
    model_builder b;
    const value_id x = b.input({1, 1, 2, 4});  // -11 3 -6 8, -1 -10 4 -5
    const value_id list = scales.empty() ? absent : b.constant({4}, scales);
    std::vector<value_id> inputs{x, absent, list, sizes.empty() ? absent : b.integers(sizes)};
    if (since < 11) inputs = {x, list};
    b.output(b.node("Resize", inputs, held, since));
    const onnx_model m = b.build();
    const lowered_model lowered = lower(m, {});
    return {std::get<tigris::ops::resize>(lowered.nodes.back().op), results_of(m)[0]};
}

attributes modes(const std::string& mode, const std::string& coordinates = "half_pixel") {
    return {{"mode", mode}, {"coordinate_transformation_mode", coordinates}};
}

}  // namespace

TEST_CASE("Resize: scales are there only where extents do not say them") {
    CHECK(resize({}, {1, 1, 2, 2}).op.scale_h == 0);
    CHECK(resize({}, {1, 1, 2, 2}).op.scale_w == 0);
    CHECK(resize({}, {1, 1, 1, 0.6}).op.scale_w == 0.6f);
    CHECK(resize({}, {}, {1, 1, 2, 3}).op.scale_w == 0);
}

TEST_CASE("Resize: modes") {
    using enum tigris::ops::resize_coordinates;
    using enum tigris::ops::nearest_rounding;
    CHECK(resize({}, {1, 1, 1, 0.5}).op.nearest == round_prefer_floor);
    CHECK(resize({}, {1, 1, 1, 2}, {}, 10).op.nearest == floor);
    CHECK(resize({}, {1, 1, 1, 0.6}, {}, 10).op.nearest == ceil);
    CHECK(resize({}, {1, 1, 1, 0.6}, {}, 10).op.coordinates == asymmetric);
    CHECK(resize(modes("linear"), {1, 1, 2, 1}).op.function ==
          tigris::ops::resize_function::linear);
    CHECK(resize(modes("linear", "align_corners"), {1, 1, 2, 1}).op.coordinates == align_corners);
    CHECK(resize(modes("nearest", "half_pixel_symmetric"), {1, 1, 2, 1}, {}, 19).op.coordinates ==
          half_pixel_symmetric);
    attributes up = modes("nearest", "pytorch_half_pixel");
    up["nearest_mode"] = std::string("round_prefer_ceil");
    CHECK(resize(up, {1, 1, 2, 1}).op.coordinates == pytorch_half_pixel);
    CHECK(resize(up, {1, 1, 2, 1}).op.nearest == round_prefer_ceil);
}

TEST_CASE("Resize: results") {
    CHECK(resize({}, {1, 1, 1, 0.5}).result == elements{-11, -6, -1, 4});
    CHECK(resize({}, {1, 1, 1, 0.6}, {}, 10).result == elements{-11, -6, -1, 4});
    CHECK(resize(modes("linear"), {1, 1, 0.5, 0.5}).result == elements{-4.75, 0.25});
    CHECK(resize(modes("linear", "align_corners"), {}, {1, 1, 3, 2}).result ==
          elements{-11, 8, -6, 1.5, -1, -5});
}

TEST_CASE("a Resize between layers that want channels last needs no transpose") {
    model_builder b;
    const value_id image = b.node("Conv", {b.input({1, 3, 2, 5}), b.constant({3, 3, 1, 1})});
    const value_id larger = b.node("Resize", {image, absent, b.constant({4}, {1, 1, 2, 2})});
    b.output(b.node("Conv", {larger, b.constant({3, 3, 1, 1})}));
    CHECK(steps(lower(b.build(), {})) == names{"conv", "resize", "conv"});
}

TEST_CASE("a Resize of rows and columns that come first needs no transpose") {
    model_builder b;
    b.output(b.node("Resize", {b.input({1, 2, 5, 3}), absent, b.constant({4}, {1, 2, 2, 1})}));
    const lowered_model m = lower(b.build(), {});
    CHECK(steps(m) == names{"resize"});
    CHECK(output_dims(m) == extents{1, 4, 10, 3});
}

TEST_CASE("the rows of a matrix are resized as signals") {
    model_builder b;
    const value_id x = b.input({2, 2});  // -11 3, -6 8
    b.output(b.node("Resize", {x, absent, absent, b.integers({2, 3})},
                    modes("linear", "align_corners")));
    const onnx_model m = b.build();
    CHECK(results_of(m)[0] == elements{-11, -4, 3, -6, 1, 8});
    CHECK(steps(lower(m, {})) == names{"reshape", "resize", "reshape"});
}

TEST_CASE("what a Resize cannot be is a diagnostic") {
    const auto verdict = [](attributes held, std::vector<double> scales, int since = 13) {
        return verdict_of([&] { resize(held, scales, {}, since); });
    };
    CHECK(verdict({}, {1, 1, 1, 1e7}).says(no, "elements"));
    attributes up = modes("nearest", "tf_half_pixel_for_nn");
    up["nearest_mode"] = std::string("ceil");
    CHECK(verdict(up, {1, 1, 2, 2}, 11).says(no, "rounds up"));
    for (const char* mode : {"linear", "cubic"})
        CHECK(verdict(modes(mode, "tf_half_pixel_for_nn"), {1, 1, 2, 2}, 11)
                  .says(no, "half an element"));
}

TEST_CASE("a Resize that rows cannot do is one of its axes after the other") {
    const auto made = [](attributes held, std::vector<double> scales) {
        model_builder b;
        b.output(b.node("Resize", {b.input({1, 2, 2, 4}), absent, b.constant({4}, scales)}, held));
        return steps(lower(b.build(), {}));
    };
    CHECK(made(modes("cubic"), {1, 1, 2, 2}) == names{"interpolate", "interpolate"});
    CHECK(made({}, {2, 1, 1, 1}) == names{"interpolate"});
    CHECK(made({}, {1, 2, 2, 2}) == names{"interpolate", "interpolate", "interpolate"});
    CHECK(made(modes("linear"), {1, 1, 2, 2}) == names{"resize"});
}

TEST_CASE("Resize by axes: only the last tensor has the result's name") {
    model_builder b;
    const value_id x = b.input({1, 1, 2, 4});
    b.output(b.node("Resize", {x, absent, b.constant({4}, {1, 1, 1.5, 2})}, modes("cubic")));
    const lowered_model m = lower(b.build(), {});
    REQUIRE(m.nodes.size() == 2);
    const std::string& result = m.tensor_names[static_cast<std::size_t>(m.outputs.at(0))];
    CHECK(std::ranges::count(m.tensor_names, result) == 1);
    CHECK(std::ranges::count(m.tensor_names, result + "_axis2") == 1);
}
