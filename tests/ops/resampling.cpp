// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/ops/resampling.hpp>

#include <helpers/check.hpp>
#include <helpers/random.hpp>

using namespace tigris;
using namespace tigris::ops;
using namespace tigris::test;

namespace {

constexpr auto nearest = resize_function::nearest, linear = resize_function::linear;

/// One element of an axis, by the definition: ONNX's formulas in double precision.
struct place_model {
    resampling r;

    constexpr double coordinate(int at) const {
        const double scale = r.scale > 0 ? double(r.scale) : double(r.out) / r.in;
        const double center = (at + 0.5) / scale;
        const double symmetric = r.in / 2.0 * (1 - r.out / (scale * r.in));
        switch (r.coordinates) {
            case resize_coordinates::half_pixel: return center - 0.5;
            case resize_coordinates::pytorch_half_pixel: return r.out > 1 ? center - 0.5 : 0;
            case resize_coordinates::align_corners:
                return r.out > 1
                           ? at * double(r.in - 1) / ((r.scale > 0 ? scale * r.in : r.out) - 1)
                           : 0;
            case resize_coordinates::asymmetric: return at / scale;
            case resize_coordinates::half_pixel_symmetric: return symmetric + center - 0.5;
            default: return scale == 1 ? at : center;
        }
    }
    /// Inside of the input.
    constexpr double clipped(int at) const {
        const double x = coordinate(at);
        return x < 0 ? 0 : x > r.in - 1 ? r.in - 1 : x;
    }
};

constexpr resampling random_resampling(random_numbers& r, int largest) {
    resampling s{.in = r.between(1, largest), .out = r.between(1, largest)};
    s.function = r.chance(2) ? nearest : linear;
    s.coordinates = resize_coordinates(r.between(0, 5));
    s.nearest = nearest_rounding(r.between(0, 3));
    if (r.chance(3)) {
        s.scale = float(0.2 + r.unit() * 4);
        s.out = int(s.scale * float(s.in));
        if (s.out < 1) s.out = 1;
    }
    const bool in_tflite = s.coordinates == resize_coordinates::half_pixel ||
                           s.coordinates == resize_coordinates::align_corners ||
                           s.coordinates == resize_coordinates::asymmetric;
    s.tflite = in_tflite && s.scale == 0 && s.function == linear;
    return s;
}

constexpr bool is_near(double a, double b) { return a - b < 1e-4 && b - a < 1e-4; }

/// Whether a place is the one of the definition.
constexpr bool is_place(const resampling& s, int at) {
    const place_model model{s};
    const double x = model.clipped(at);
    const resample_place p = place_of(s, at);
    if (s.function == linear)
        return is_near(p.first + double(p.weight), x) && p.second - p.first == (p.weight > 0);
    if (p.first != p.second) return false;
    switch (s.nearest) {
        case nearest_rounding::floor: return p.first <= x + 1e-4 && p.first > x - 1 - 1e-4;
        case nearest_rounding::ceil: return p.first >= x - 1e-4 && p.first < x + 1 + 1e-4;
        default: return p.first <= x + 0.5 + 1e-4 && p.first >= x - 0.5 - 1e-4;
    }
}

/// Every row that any output row reads is one of the reach's.
constexpr bool is_covered(const row_reach& reach, int y, const resample_place& p) {
    const auto row = [&](int k) {
        return floor_divide(y * reach.stride - reach.pad + k * reach.dilation, reach.divisor);
    };
    return row(0) <= p.first && p.second <= row(reach.kernel - 1) && row(0) + 1 == row(1);
}

/// The reach covers what is read, and is at most three rows wider than one output row needs; eight
/// where corners are aligned to a length that is no whole number, and no rate of rows meets both.
constexpr bool reach_covers(int seed) {
    random_numbers r(uint64_t(seed) * 53);
    for (int i = 0; i < (seed < 10 ? 4 : 40); ++i) {
        const resampling s = random_resampling(r, seed < 10 ? 9 : 70);
        const row_reach reach = reach_of(s);
        int widest = 0;
        for (int y = 0; y < s.out; ++y) {
            const resample_place p = place_of(s, y), q = s.tflite ? tflite_place_of(s, y) : p;
            if (!is_place(s, y) || !is_covered(reach, y, p) || !is_covered(reach, y, q))
                return false;
            if (p.second - p.first + 1 > widest) widest = p.second - p.first + 1;
        }
        const bool is_fraction = s.scale > 0 && s.coordinates == resize_coordinates::align_corners;
        if (reach.kernel > widest + (is_fraction ? 8 : 3)) return false;
    }
    return true;
}

constexpr resampling axis(int in, int out, resize_function f, resize_coordinates c,
                          nearest_rounding n = nearest_rounding::round_prefer_floor) {
    return {.in = in, .out = out, .function = f, .coordinates = c, .nearest = n};
}

template <int N>
constexpr bool places_are(const resampling& s, const int (&expected)[N]) {
    for (int i = 0; i < N; ++i)
        if (place_of(s, i).first != expected[i]) return false;
    return s.out == N;
}

using coordinates = resize_coordinates;
using rule = nearest_rounding;

}  // namespace

TEST_CASE("the reach of 200 * 40 random resizes covers every row that they read") {
    TIGRIS_CHECK_SEEDS(210, reach_covers);
}

TEST_CASE("a narrower reach would not cover") {
    const resampling twice = axis(6, 12, linear, coordinates::half_pixel);
    row_reach narrow = reach_of(twice);
    CHECK(is_covered(narrow, 1, place_of(twice, 1)));
    --narrow.kernel;
    CHECK(!is_covered(narrow, 1, place_of(twice, 1)));
}

TEST_CASE("twice as many rows need one or two of the input, half as many a window of stride 2") {
    constexpr row_reach up = reach_of(axis(8, 16, nearest, coordinates::asymmetric, rule::floor));
    static_assert(up.kernel == 1 && up.stride == 1 && up.divisor == 2 && up.pad == 0);
    constexpr row_reach between = reach_of(axis(8, 16, linear, coordinates::half_pixel));
    static_assert(between.kernel == 2 && between.stride == 1 && between.divisor == 2);
    constexpr row_reach down = reach_of(axis(16, 8, linear, coordinates::half_pixel));
    static_assert(down.kernel == 2 && down.stride == 2 && down.divisor == 1 && down.pad == 0);
    constexpr row_reach corners = reach_of(axis(4, 8, linear, coordinates::align_corners));
    static_assert(corners.kernel == 2 && corners.stride == 3 && corners.divisor == 7);
    CHECK(true);
}

TEST_CASE("ONNX's own examples of the nearest element") {
    static_assert(places_are(axis(2, 7, nearest, coordinates::half_pixel), {0, 0, 0, 0, 1, 1, 1}));
    static_assert(places_are(axis(2, 8, nearest, coordinates::half_pixel, rule::ceil),
                             {0, 0, 1, 1, 1, 1, 1, 1}));
    static_assert(places_are(axis(4, 8, nearest, coordinates::align_corners, rule::floor),
                             {0, 0, 0, 1, 1, 2, 2, 3}));
    static_assert(places_are(axis(4, 8, nearest, coordinates::asymmetric, rule::round_prefer_ceil),
                             {0, 1, 1, 2, 2, 3, 3, 3}));
    static_assert(
        places_are(axis(4, 8, nearest, coordinates::asymmetric), {0, 0, 1, 1, 2, 2, 3, 3}));
    CHECK(true);
}

TEST_CASE("extents beyond 32-bit row numbers are refused") {
    static_assert(has_row_numbers({.in = 10000, .out = 100000}));
    static_assert(!has_row_numbers({.in = 100000, .out = 100000}));
    static_assert(!has_row_numbers({.in = 3, .out = 0}));
    CHECK(true);
}

TEST_CASE("a scale counts, even where it is not the quotient of the extents") {
    constexpr resampling s{.in = 4, .out = 2, .scale = 0.6f, .function = linear};
    static_assert(is_near(place_of(s, 0).weight, 1 / 3.0) && place_of(s, 0).first == 0);
    static_assert(is_near(place_of(s, 1).weight, 0) && place_of(s, 1).first == 2);
    CHECK(true);
}
