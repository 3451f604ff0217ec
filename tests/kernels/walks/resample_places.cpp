// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/walks/resample_places.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <type_traits>

using namespace tigris;
using namespace tigris::kernels;

namespace {

/// Twice as many elements as there are.
constexpr ops::resampling doubled(std::int32_t in, ops::resize_function function,
                                  ops::resize_coordinates coordinates) {
    return {.in = in,
            .out = 2 * in,
            .scale = 2,
            .function = function,
            .coordinates = coordinates,
            .nearest = ops::nearest_rounding::floor};
}

constexpr auto nearest =
    doubled(7, ops::resize_function::nearest, ops::resize_coordinates::asymmetric);
constexpr auto linear =
    doubled(7, ops::resize_function::linear, ops::resize_coordinates::half_pixel);

/// The place of element i under half_pixel, within [0, 6].
double place_of(int i) { return std::fmin(std::fmax((i + 0.5) / 2 - 0.5, 0), 6); }

}  // namespace

TEST_CASE("a key holds what its table is made of") {
    CHECK(resampling_of(key_of(nearest), nearest.function) == nearest);
    CHECK(key_of(linear).nearest == 0);
}

TEST_CASE("each element of the result has the nearest one's place") {
    constexpr resampling_key key = key_of(nearest);
    const auto made = make_nearest_places<key>();
    for (int i = 0; i < 14; ++i) CHECK(made.of[i] == i / 2);
    for (int i = 0; i < 14; ++i) CHECK(nearest_places_of<key>.of[i] == i / 2);
}

TEST_CASE("places beyond 32767 take four bytes") {
    constexpr resampling_key few = {.in = 32767}, many = {.in = 32768};
    CHECK(std::is_same_v<index_t<few>, std::int16_t>);
    CHECK(std::is_same_v<index_t<many>, std::int32_t>);
    CHECK(bytes_of_places({.in = 32767, .out = 3}) == 6);
    CHECK(bytes_of_places({.in = 32768, .out = 3}) == 12);
    CHECK(bytes_of_places({.in = 7, .out = 3, .function = ops::resize_function::linear}) == 24);
}

TEST_CASE("places between two elements have the weight of the second") {
    constexpr resampling_key key = key_of(linear);
    const auto reals = make_linear_places<key, float, rounding::nearest>();
    const auto units = make_linear_places<key, std::int32_t, rounding::nearest>();
    for (int i = 0; i < 14; ++i) {
        const double weight = place_of(i) - std::floor(place_of(i));
        CHECK(reals.of[i].first == int(place_of(i)));
        CHECK(double(reals.of[i].weight) == weight);
        CHECK(units.of[i].weight == int(std::lround(weight * (1 << weight_bits))));
        CHECK(reals.of[i].second() == (weight > 0 ? reals.of[i].first + 1 : reals.of[i].first));
    }
    CHECK(reals.of[13].first == 6);
    CHECK(reals.of[13].second() == 6);
}

TEST_CASE("TFLite's places are those of ONNX, where both are defined alike") {
    constexpr resampling_key key = key_of(linear);
    const auto made = make_linear_places<key, float, rounding::tflite>();
    for (int i = 0; i < 14; ++i)
        CHECK(double(made.of[i].first) + double(made.of[i].weight) ==
              doctest::Approx(place_of(i)).epsilon(1e-6));
}
