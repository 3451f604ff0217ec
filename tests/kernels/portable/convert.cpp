// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/convert.hpp>

#include <helpers/check.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/slice_runs.hpp>
#include <helpers/weighted_case.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

template <class In, class Out>
constexpr node_case converting(const shape& dims, quantization from, quantization to) {
    node_case n;
    n.add_input({.type = dtype_of<In>, .dims = dims, .quant = from});
    n.set_output({.type = dtype_of<Out>, .dims = dims, .quant = to});
    return n;
}

template <class In, class Out>
constexpr convert_key key(rounding rounds) {
    return {.in = dtype_of<In>,
            .out = dtype_of<Out>,
            .rounds = rounds,
            .quantized = !is_same<In, float> || !is_same<Out, float>};
}

/// Both clamps and the rounding rule, by the definition.
template <class In, class Out>
constexpr bool is_converted(In x, Out got, const quantization& from, const quantization& to,
                            const ops::clamp& c, rounding rounds) {
    const result_codes codes =
        is_float<Out> ? result_codes{} : codes_of(c, {.type = dtype_of<Out>, .quant = to}, rounds);
    const double real = is_float<In> ? double(x) : (double(x) - from.zero_point) * from.scale;
    if constexpr (is_float<Out>) {
        const double ideal = real < c.low ? c.low : real > c.high ? c.high : real;
        return got - ideal < 1e-6 && ideal - got < 1e-6;
    } else if (is_float<In> || rounds == rounding::nearest) {
        const double of_division = is_same<Out, int16_t> ? 0.01 : 1e-4;
        return is_nearest(got, real / to.scale, codes, is_float<In> ? of_division : 1e-6);
    } else {
        const bool relu = c.low == 0 && c.high == ops::infinity;
        const double m = relu ? double(from.scale / to.scale) : double(from.scale) / to.scale;
        const int64_t steps = tflite_scaled(int(x) - from.zero_point, quantized_multiplier(m));
        return got == clamp_to(steps + codes.zero_point, codes);
    }
}

template <class In, class Out, rounding R = rounding::nearest>
constexpr bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 37);
    const shape dims{3, {r.between(1, 2), r.between(1, 4), r.between(1, 20)}};
    const ops::convert op{random_clamp(r)};
    const node_case n =
        converting<In, Out>(dims, random_quantization<In>(r), random_quantization<Out>(r));
    constexpr convert_key G = key<In, Out>(is_float<In> && is_float<Out> ? rounding::nearest : R);
    if (key_of(op, n.all(), R) != G) return false;

    const int count = dims[0] * dims[1], row = dims[2];
    In in[160]{};
    for (int i = 0; i < count * row; ++i)
        in[i] = In(random_element<In>(r) * (is_float<In> ? 8 : 1));
    const auto layer = layer_of<In>(op, n.all(), n.weights(), R);
    Out out[160]{};
    rows<G>(portable_tag{}, layer, out, count, whole_window(in, 0, count, row));
    for (int i = 0; i < count * row; ++i)
        if (!is_converted(in[i], out[i], n.tensors[0].quant, n.tensors[1].quant, op.clamp, R))
            return false;
    const auto write_slices = [&](Out* slices) {
        rows<in_slices(G)>(portable_tag{}, layer, slices, count, whole_window(in, 0, count, row));
    };
    if (!slices_agree<8>(out, count, row, write_slices)) return false;
    return splits_agree<G, 160, decltype(layer), In, Out>(layer, in, {count, row}, out,
                                                          {count, row}, {});
}

int8_t quantized(float x, float scale, int zero_point) {
    const node_case n = converting<float, int8_t>({1, {1}}, {}, {scale, zero_point});
    int8_t out = 0;
    rows<key<float, int8_t>(rounding::nearest)>(
        portable_tag{}, layer_of<float>(ops::convert{}, n.all(), n.weights(), rounding::nearest),
        &out, 1, whole_window(&x, 0, 1, 1));
    return out;
}

template <class T>
bool copies(T value) {
    const node_case n = converting<T, T>({1, {1}}, {}, {});
    constexpr convert_key G{.in = dtype::i64, .out = dtype::i64};
    T out{};
    rows<G>(portable_tag{}, layer_of<T>(ops::convert{}, n.all(), n.weights(), rounding::nearest),
            &out, 1, whole_window(&value, 0, 1, 1));
    return out == value;
}

/// Each code, as by the general way.
template <class In, class Out>
void flips_all(quantization from, quantization to) {
    constexpr int count = 256;
    constexpr convert_key general = key<In, Out>(rounding::tflite);
    constexpr convert_key flipping = [=](convert_key k) { return k.flips_sign = true, k; }(general);
    const node_case n = converting<In, Out>({1, {count}}, from, to);
    CHECK(key_of(ops::convert{}, n.all(), rounding::tflite) == flipping);
    const auto layer = layer_of<In>(ops::convert{}, n.all(), n.weights(), rounding::tflite);
    In in[count];
    for (int i = 0; i < count; ++i) in[i] = In(i);
    Out expected[count], out[count];
    rows<general>(portable_tag{}, layer, expected, 1, whole_window(in, 0, 1, count));
    rows<flipping>(portable_tag{}, layer, out, 1, whole_window(in, 0, 1, count));
    CHECK(std::equal(out, out + count, expected));
}

}  // namespace

#define CHECK_TYPES(...) TIGRIS_CHECK_SEEDS(200, agrees<__VA_ARGS__>)

TEST_CASE("quantize and dequantize") {
    CHECK_TYPES(float, int8_t);
    CHECK_TYPES(float, uint8_t);
    CHECK_TYPES(int8_t, float);
    CHECK_TYPES(uint8_t, float);
    CHECK_TYPES(float, float);
}

TEST_CASE("requantize") {
    CHECK_TYPES(int8_t, int8_t);
    CHECK_TYPES(uint8_t, int8_t);
    CHECK_TYPES(int8_t, uint8_t);
    CHECK_TYPES(int8_t, int8_t, rounding::tflite);
    CHECK_TYPES(uint8_t, int8_t, rounding::tflite);
}

TEST_CASE("codes of one number in both 8-bit types differ in their sign bit") {
    flips_all<uint8_t, int8_t>({0.3f, 140}, {0.3f, 12});
    flips_all<int8_t, uint8_t>({0.3f, 12}, {0.3f, 140});
}

TEST_CASE("other codes are rescaled") {
    const auto flips = [](const ops::convert& op, quantization from, quantization to) {
        return key_of(op, converting<uint8_t, int8_t>({1, {1}}, from, to).all(), rounding::nearest)
            .flips_sign;
    };
    CHECK(flips({}, {1, 128}, {1, 0}));
    CHECK_FALSE(flips({}, {1, 128}, {2, 0}));
    CHECK_FALSE(flips({}, {1, 128}, {1, 1}));
    CHECK_FALSE(flips({.clamp = {.low = 0}}, {1, 128}, {1, 0}));
}

TEST_CASE("codes of 16 bits") {
    CHECK_TYPES(float, int16_t);
    CHECK_TYPES(int16_t, float);
    CHECK_TYPES(int16_t, int16_t);
    CHECK_TYPES(int16_t, int8_t);
    CHECK_TYPES(uint8_t, int16_t, rounding::tflite);
}

TEST_CASE("quantizing rounds halves to even and saturates") {
    CHECK(quantized(0.5f, 1, 0) == 0);
    CHECK(quantized(1.5f, 1, 0) == 2);
    CHECK(quantized(-2.5f, 1, 1) == -1);
    CHECK(quantized(1e30f, 1e-7f, 5) == 127);
    CHECK(quantized(-std::numeric_limits<float>::infinity(), 1, 0) == -128);
    CHECK(quantized(std::nanf(""), 1, 0) == -128);
}

TEST_CASE("elements of other types are copied") {
    CHECK(copies(int64_t(1) << 40));
    CHECK(copies(true));
    CHECK(copies(uint16_t(65535)));
}

TEST_CASE("8-bit integers without quantization are copied") {
    constexpr node_case n = converting<uint8_t, uint8_t>({1, {2}}, {}, {});
    constexpr auto layer =
        layer_of<uint8_t>(ops::convert{}, n.all(), n.weights(), rounding::tflite);
    const uint8_t in[]{0, 255};
    uint8_t out[2]{};
    rows<key<uint8_t, uint8_t>(rounding::nearest)>(portable_tag{}, layer, out, 1,
                                                   whole_window(in, 0, 1, 2));
    CHECK(out[0] == 0);
    CHECK(out[1] == 255);
}

TEST_CASE("signed bytes of another quantization are rescaled") {
    TIGRIS_HOLDS(rescales_bytes(key<int8_t, int8_t>(rounding::nearest)));
    TIGRIS_HOLDS(!rescales_bytes(key<uint8_t, int8_t>(rounding::nearest)));
    TIGRIS_HOLDS(!rescales_bytes(key<int8_t, int16_t>(rounding::nearest)));
    TIGRIS_HOLDS(!rescales_bytes({.in = dtype::i8, .out = dtype::i8}));
}

TEST_CASE("floats become codes of a byte, signed or not") {
    TIGRIS_HOLDS(quantizes_to_bytes(key<float, int8_t>(rounding::nearest)));
    TIGRIS_HOLDS(quantizes_to_bytes(key<float, uint8_t>(rounding::nearest)));
    TIGRIS_HOLDS(!quantizes_to_bytes(key<float, int16_t>(rounding::nearest)));
    TIGRIS_HOLDS(!quantizes_to_bytes(key<int8_t, int8_t>(rounding::nearest)));
    TIGRIS_HOLDS(!quantizes_to_bytes({.in = dtype::f32, .out = dtype::i8}));
}
