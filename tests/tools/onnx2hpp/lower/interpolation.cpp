// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/interpolation.hpp>

#include <doctest/doctest.h>

using namespace onnx2hpp;
using places = std::vector<std::int32_t>;

namespace {

/// An axis of 4 elements brought to `output`.
resizing axis(const std::string& mode, std::int64_t output,
              const std::string& coordinates = "half_pixel") {
    resizing r;
    r.mode = mode;
    r.coordinates = coordinates;
    r.rounds = "round_prefer_floor";
    r.scales = {static_cast<float>(output) / 4};
    r.output = {output};
    r.begin = {0};
    r.end = {1};
    return r;
}

/// The sum for element k where the axis holds 0, 10, 20, 30.
double value_at(const axis_table& t, std::size_t k) {
    double sum = 0;
    for (std::int64_t i = 0; i < t.taps; ++i)
        sum += static_cast<double>(
                   t.weights[k * static_cast<std::size_t>(t.taps) + static_cast<std::size_t>(i)]) *
               static_cast<double>(10 * (t.first[k] + i));
    return sum;
}

}  // namespace

TEST_CASE("nearest takes one element, linear no more than two") {
    const axis_table nearest = table_of(axis("nearest", 8), 0, 4);
    CHECK(nearest.taps == 1);
    CHECK(nearest.first == places{0, 0, 1, 1, 2, 2, 3, 3});
    const axis_table linear = table_of(axis("linear", 8), 0, 4);
    CHECK(linear.taps == 2);
    CHECK(value_at(linear, 1) == doctest::Approx(2.5));
    CHECK(value_at(linear, 7) == doctest::Approx(30));  // beyond the last center
}

TEST_CASE("cubic counts the border again, or leaves out what is outside") {
    resizing r = axis("cubic", 8);
    // At -0.25: elements -2 to 1 weigh -0.03515625, 0.26171875, 0.87890625, -0.10546875.
    CHECK(value_at(table_of(r, 0, 4), 0) == doctest::Approx(-1.0546875));
    r.exclude_outside = true;
    CHECK(value_at(table_of(r, 0, 4), 0) ==
          doctest::Approx(-1.0546875 / (0.87890625 - 0.10546875)));
}

TEST_CASE("antialias widens the window by as much as the axis shrinks") {
    resizing r = axis("linear", 2);
    r.antialias = true;
    // At 0.5: elements -1 to 2 weigh 1/8, 3/8, 3/8, 1/8; -1 counts as 0.
    const axis_table t = table_of(r, 0, 4);
    CHECK(t.taps == 3);
    CHECK(value_at(t, 0) == doctest::Approx(6.25));
    CHECK(value_at(t, 1) == doctest::Approx(23.75));
}

TEST_CASE("what a cropped region reads outside has no elements") {
    resizing r = axis("linear", 3, "tf_crop_and_resize");
    r.begin = {-0.5f};
    r.end = {0.5f};
    const axis_table t = table_of(r, 0, 4);
    CHECK(t.first == places{-1, 0, 1});
    CHECK(value_at(t, 2) == doctest::Approx(15));
}

TEST_CASE("corners are aligned to the length that the scale says, as ONNX's cases have it") {
    resizing r = axis("linear", 3, "align_corners");
    r.scales = {0.8f};  // 3.2 elements, of which 3 are whole
    CHECK(value_at(table_of(r, 0, 4), 2) == doctest::Approx(2 * 3 / 2.2 * 10));
    CHECK(value_at(table_of(axis("linear", 3, "align_corners"), 0, 4), 2) == doctest::Approx(30));
}
