// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/pool_nd.hpp>

#include <helpers/check.hpp>
#include <helpers/node_case.hpp>
#include <helpers/random.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;
using function = ops::pool_nd_function;

namespace {

/// A volume of 3 x 4 x 5 with two channels, kernel 2 x 2 x 3, padded by one row and column.
constexpr int depth = 3, height = 4, width = 5, channels = 2, places = depth * height * width;
constexpr int depth_out = 2, height_out = 4, width_out = 4;
constexpr int results = depth_out * height_out * width_out * channels;

constexpr ops::pool_nd pool_of(function f) {
    return {.function = f,
            .kernel = {{2, 2, 3}},
            .pads = {{0, 1, 0}},
            .pads_end = {{0, 0, 1}},
            .p = 3,
            .count_include_pad = true};
}

template <class T>
constexpr void fill(T (&x)[places * channels]) {
    random_numbers r(9);
    for (T& number : x) number = T(r.between(-100, 100));
}

template <class T, class Out>
constexpr void run(const ops::pool_nd& op, const T* x, Out* out) {
    node_case n;
    n.add_input({.type = dtype_of<T>, .dims = {5, {1, depth, height, width, channels}}});
    n.set_output(
        {.type = dtype_of<Out>, .dims = {5, {1, depth_out, height_out, width_out, channels}}});
    const auto layer = layer_of<T>(op, n.all(), n.weights(), rounding::nearest);
    const auto call = [&]<function F>() {
        constexpr pool_nd_key G{.function = F};
        if (key_of(op, n.all(), rounding::nearest) == G) whole<G>(portable_tag{}, layer, out, x);
    };
    if constexpr (!is_same<Out, T>)
        call.template operator()<function::place>();
    else
        call.template operator()<function::max>();
    if constexpr (is_same<T, float> && is_same<Out, float>) {
        call.template operator()<function::average>();
        call.template operator()<function::power_mean>();
    }
}

/// Calls f with each element's position and value in the window of output `i`.
template <class T, class F>
constexpr void for_window(const T* x, int i, F f) {
    const int c = i % channels, column = i / channels % width_out;
    const int row = i / channels / width_out % height_out,
              plane = i / channels / width_out / height_out;
    for (int a = plane; a < plane + 2; ++a)
        for (int b = row - 1; b < row + 1; ++b)
            for (int k = column; k < column + 3; ++k)
                if (b >= 0 && b < height && k < width)
                    f((a * height + b) * width + k,
                      x[((a * height + b) * width + k) * channels + c]);
}

/// Of 1, 2 ... 5 and so much padding, the average under the last of three windows of two, side by
/// side.
float last_average(int32_t padding) {
    const ops::pool_nd op{.function = function::average,
                          .kernel = {{1, 1, 2}},
                          .strides = {{1, 1, 2}},
                          .pads_end = {{0, 0, padding}},
                          .count_include_pad = true};
    node_case n;
    n.add_input({.dims = {5, {1, 1, 1, 5, 1}}});
    n.set_output({.dims = {5, {1, 1, 1, 3, 1}}});
    const auto layer = layer_of<float>(op, n.all(), {}, rounding::nearest);
    const float x[]{1, 2, 3, 4, 5};
    float out[3]{};
    whole<pool_nd_key{.function = function::average}>(portable_tag{}, layer, out, &x[0]);
    return out[2];
}

}  // namespace

TEST_CASE("maxima of floats and integers, and where they are") {
    float x[places * channels]{}, out[results]{};
    int8_t codes[places * channels]{}, code_out[results]{};
    int64_t numbers[results]{}, columns[results]{};
    fill(x);
    fill(codes);
    ops::pool_nd op = pool_of(function::place);
    run(pool_of(function::max), x, out);
    run(pool_of(function::max), codes, code_out);
    run(op, x, numbers);
    op.column_major = true;
    run(op, x, columns);
    for (int i = 0; i < results; ++i) {
        float largest = -1000;
        int at = 0;
        for_window(x, i, [&](int place, float value) {
            if (value > largest) largest = value, at = place;
        });
        CHECK(out[i] == largest);
        CHECK(code_out[i] == int8_t(largest));
        CHECK(numbers[i] == i % channels * places + at);
        const int column = at % width, row = at / width % height, plane = at / width / height;
        CHECK(columns[i] == i % channels * places + plane + depth * (row + height * column));
    }
}

TEST_CASE("maxima leave NaN out, first or last in a window") {
    const float nan = __builtin_nanf("");
    float x[places * channels]{}, out[results]{};
    int64_t numbers[results]{};
    fill(x);
    for (int i = 0; i < places * channels; i += 3) x[i] = nan;
    x[0] = x[width * channels - 2] = nan;
    run(pool_of(function::max), x, out);
    run(pool_of(function::place), x, numbers);
    for (int i = 0; i < results; ++i) {
        float largest = -1000;
        int at = 0;
        for_window(x, i, [&](int place, float value) {
            if (value > largest) largest = value, at = place;
        });
        CHECK(out[i] == largest);
        CHECK(numbers[i] == i % channels * places + at);
    }
    for (float& number : x) number = nan;
    run(pool_of(function::max), x, out);
    CHECK(out[0] != out[0]);
}

TEST_CASE("averages count padding but nothing behind it; power means are roots of sums") {
    float x[places * channels]{}, averages[results]{}, means[results]{};
    fill(x);
    run(pool_of(function::average), x, averages);
    run(pool_of(function::power_mean), x, means);
    for (int i = 0; i < results; ++i) {
        double sum = 0, powers = 0;
        for_window(x, i, [&](int, float value) {
            sum += double(value);
            powers += __builtin_pow(__builtin_fabs(double(value)), 3);
        });
        const double average = sum / 12, mean = __builtin_cbrt(powers);
        CHECK(double(averages[i]) == doctest::Approx(average));
        CHECK(double(means[i]) == doctest::Approx(mean));
    }
}

TEST_CASE("an average counts padding, but not what is beyond it") {
    CHECK(last_average(0) == 5);
    CHECK(last_average(1) == 2.5f);
}
