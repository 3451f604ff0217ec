// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/unary.hpp>

#include <helpers/check.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/slice_runs.hpp>
#include <helpers/weighted_case.hpp>
#include <tigris/kernels/portable/facts.hpp>

#include <cmath>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr auto sigmoid_function = ops::unary_function::sigmoid;
constexpr auto hard_sigmoid = ops::unary_function::hard_sigmoid;
constexpr auto hard_swish = ops::unary_function::hard_swish;

/// The functions by their definitions; the exponential by its series, squared often.
constexpr double exponential(double x) {
    double sum = 1, term = 1;
    for (int n = 1; n < 30; ++n) sum += term *= x / 64 / n;
    for (int i = 0; i < 6; ++i) sum *= sum;
    return sum;
}

constexpr double function_of(const ops::unary& op, double x) {
    const double a = op.alpha, b = op.beta;
    switch (op.function) {
        case sigmoid_function: return 1 / (1 + exponential(-x));
        case hard_sigmoid: return a * x + b < 0 ? 0 : a * x + b > 1 ? 1 : a * x + b;
        default: return x <= -3 ? 0 : x >= 3 ? x : x * (x + 3) / 6;
    }
}

struct settings {
    ops::unary op{};
    quantization in{};
    quantization out{};
};

template <class In, class Out, settings S>
constexpr bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 43);
    const shape dims{4, {1, r.between(1, 3), r.between(1, 3), r.between(1, 9)}};
    node_case n;
    n.add_input({.type = dtype_of<In>, .dims = dims, .quant = S.in});
    n.set_output({.type = dtype_of<Out>, .dims = dims, .quant = S.out});
    constexpr unary_key G = [] {
        node_case any;
        any.add_input({.type = dtype_of<In>, .quant = S.in});
        any.set_output({.type = dtype_of<Out>, .quant = S.out});
        return kernels::key_of(S.op, any.all(), rounding::nearest);
    }();
    if (kernels::key_of(S.op, n.all(), rounding::nearest) != G) return false;
    if (facts_of(portable_tag{}, S.op, n.all()).table_bytes != (sizeof(In) > 1 ? 0 : 256))
        return false;

    const int pixels = dims[1] * dims[2], total = pixels * dims[3];
    const image_rows size{dims[1], dims[2] * dims[3]};
    In in[81]{};
    Out out[81]{};
    for (int i = 0; i < total; ++i) in[i] = In(random_element<In>(r) * (is_float<In> ? 9 : 1));
    const auto layer = layer_of<In>(S.op, n.all(), n.weights(), rounding::nearest);
    run_tiles<G>(layer, in, size, out, size, {}, size.rows);
    for (int i = 0; i < total; ++i) {
        const double real =
            is_float<In> ? double(in[i]) : (double(in[i]) - S.in.zero_point) * double(S.in.scale);
        const double ideal = function_of(S.op, real);
        if constexpr (is_float<In>) {
            if (out[i] - ideal > 1e-5 || ideal - out[i] > 1e-5) return false;
        } else {
            const result_codes codes{int16_t(S.out.zero_point), int16_t(lowest_of(dtype_of<Out>)),
                                     int16_t(highest_of(dtype_of<Out>))};
            const double tolerance = is_same<In, int16_t> ? 0.02 : 1e-4;
            if (!is_nearest(out[i], ideal / double(S.out.scale), codes, tolerance)) return false;
        }
    }
    const auto write_slices = [&](Out* slices) {
        rows<in_slices(G)>(portable_tag{}, layer, slices, size.rows, window_of(in, size, {}, 0));
    };
    return slices_agree<9>(out, pixels, dims[3], write_slices) &&
           splits_agree<G, 81, decltype(layer), In, Out>(layer, in, size, out, size, {});
}

constexpr quantization probability{1.0f / 256, -128}, fine{0.047f, 5}, coarse{0.25f, 100};
constexpr settings sigmoid_real{{sigmoid_function}}, swish_real{{hard_swish}};
constexpr settings slope_real{{hard_sigmoid, 0.25f, 0.4f}};
constexpr settings sigmoid_codes{{sigmoid_function}, fine, probability};
constexpr settings sigmoid_bytes{{sigmoid_function}, coarse, {1.0f / 200, 3}};
constexpr settings slope_codes{{hard_sigmoid, 1.0f / 6, 0.5f}, fine, {1.0f / 128, -60}};
constexpr settings swish_codes{{hard_swish}, fine, {0.03f, -100}};
constexpr settings swish_bytes{{hard_swish}, coarse, {0.2f, 3}};

/// The table of an int8 function under rounding::tflite.
constexpr code_table tflite_table(const ops::unary& op, const quantization& in,
                                  const quantization& out) {
    code_table table;
    for (int byte = 0; byte < 256; ++byte) {
        const int units = int(int8_t(byte)) - in.zero_point;
        const int result = op.function == sigmoid_function
                               ? tflite_sigmoid(in.scale)(units)
                               : tflite_hard_swish(in.scale, out.scale)(units);
        const int code = result + out.zero_point;
        table.of[byte] = uint8_t(code < -128 ? -128 : code > 127 ? 127 : code);
    }
    return table;
}

constexpr unary_key key_of(const ops::unary& op, const quantization& in, const quantization& out,
                           rounding rounds) {
    node_case n;
    n.add_input({.type = dtype::i8, .quant = in});
    n.set_output({.type = dtype::i8, .quant = out});
    return kernels::key_of(op, n.all(), rounds);
}

/// Codes further than `most` from the ideal.
int far_codes(const ops::unary& op, const quantization& in, const quantization& out, double most) {
    const code_table table = tflite_table(op, in, out);
    int far = 0;
    for (int code = -128; code < 128; ++code) {
        const double real = (code - in.zero_point) * double(in.scale);
        double ideal = function_of(op, real) / double(out.scale) + out.zero_point;
        ideal = ideal < -128 ? -128 : ideal > 127 ? 127 : ideal;
        far += std::fabs(int8_t(table.of[uint8_t(code)]) - ideal) > most;
    }
    return far;
}

}  // namespace

#define CHECK_FUNCTION(...) TIGRIS_CHECK_SEEDS(60, agrees<__VA_ARGS__>)

TEST_CASE("functions of reals") {
    CHECK_FUNCTION(float, float, sigmoid_real);
    CHECK_FUNCTION(float, float, slope_real);
    CHECK_FUNCTION(float, float, swish_real);
}

TEST_CASE("functions of codes are the nearest to the ideal") {
    CHECK_FUNCTION(int8_t, int8_t, sigmoid_codes);
    CHECK_FUNCTION(uint8_t, uint8_t, sigmoid_bytes);
    CHECK_FUNCTION(int8_t, int8_t, slope_codes);
    CHECK_FUNCTION(int8_t, int8_t, swish_codes);
    CHECK_FUNCTION(uint8_t, int8_t, sigmoid_bytes);
    CHECK_FUNCTION(uint8_t, uint8_t, swish_bytes);
}

TEST_CASE("functions of 16-bit codes, in single precision") {
    constexpr settings sigmoid_wide{{sigmoid_function}, {0.0003f, 0}, {1.0f / 32768, 0}};
    constexpr settings slope_wide{{hard_sigmoid, 0.25f, 0.4f}, {0.0003f, 0}, {1.0f / 32768, 0}};
    CHECK_FUNCTION(int16_t, int16_t, sigmoid_wide);
    CHECK_FUNCTION(int16_t, int16_t, slope_wide);
}

TEST_CASE("far from zero a sigmoid is 0 or 1, and nothing is not a number") {
    CHECK(sigmoid(1000.0f) == 1);
    CHECK(sigmoid(-1000.0f) == 0);
    CHECK(apply<hard_swish>(-1e30f, 0.0f, 0.0f) == 0);
    CHECK(std::isnan(sigmoid(std::nanf(""))));
}

TEST_CASE("tables are shared by equal quantizations, whatever the layer or unused parameters") {
    constexpr code_curve a =
        curve_of(key_of({sigmoid_function, 1, 2}, fine, probability, rounding::nearest));
    constexpr code_curve b =
        curve_of(key_of({sigmoid_function}, fine, probability, rounding::nearest));
    CHECK(codes_of_curve<a>.of == codes_of_curve<b>.of);
    CHECK(curve_of(key_of({sigmoid_function, 3}, fine, probability, rounding::nearest)) == a);
    CHECK_FALSE(curve_of(key_of({sigmoid_function}, fine, fine, rounding::nearest)) == a);
}

TEST_CASE("TFLite's functions stay within their error, and nearest does not take them") {
    CHECK(far_codes({sigmoid_function}, fine, probability, 0.51) == 0);
    CHECK(far_codes({hard_swish}, fine, {0.03f, -100}, 1.2) == 0);
    CHECK(key_of({hard_swish}, fine, {0.03f, -100}, rounding::tflite).rounds == rounding::tflite);
    CHECK(key_of({sigmoid_function}, fine, probability, rounding::tflite).rounds ==
          rounding::tflite);
}

TEST_CASE("what TFLite does not have is rounded to nearest") {
    CHECK(key_of({sigmoid_function}, fine, fine, rounding::tflite).rounds == rounding::nearest);
    CHECK(key_of({hard_sigmoid}, fine, fine, rounding::tflite).rounds == rounding::nearest);
    CHECK(key_of({hard_swish}, {1, 0}, {0.005f, 0}, rounding::tflite).rounds == rounding::nearest);
}

TEST_CASE("rounding::tflite reads its own table") {
    constexpr settings s = swish_codes;
    constexpr unary_key G = key_of(s.op, s.in, s.out, rounding::tflite);
    const code_table expected = tflite_table(s.op, s.in, s.out);
    int8_t in[256]{}, out[256]{};
    for (int i = 0; i < 256; ++i) in[i] = int8_t(i);
    rows<G>(portable_tag{}, unary_layer<int8_t>{256, 256}, out, 1, whole_window(in, 0, 1, 256));
    for (int i = 0; i < 256; ++i) CHECK(uint8_t(out[i]) == expected.of[i]);
}

TEST_CASE("NaN and the chosen infinities are flagged, numbers are not") {
    constexpr unary_key is_nan{.function = ops::unary_function::is_nan, .out = dtype::boolean};
    constexpr unary_key is_inf{.function = ops::unary_function::is_inf, .out = dtype::boolean};
    constexpr float infinity = __builtin_huge_valf();
    const float in[]{std::nanf(""), infinity, -infinity, 3e38f, 0};
    const unary_layer<float> only_negative{5, 5, 1, 0};
    bool nan[5]{}, negative[5]{};
    rows<is_nan>(portable_tag{}, only_negative, nan, 1, whole_window(in, 0, 1, 5));
    rows<is_inf>(portable_tag{}, only_negative, negative, 1, whole_window(in, 0, 1, 5));
    for (int i = 0; i < 5; ++i) {
        CHECK(nan[i] == (i == 0));
        CHECK(negative[i] == (i == 2));
    }
}
