// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/softmax.hpp>

#include <helpers/check.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/weighted_case.hpp>

#include <cmath>
#include <type_traits>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 1200;

/// The library's own only where std's cannot be.
constexpr double exponential(double x) {
    return std::is_constant_evaluated() ? tigris::exp(x) : std::exp(x);
}
constexpr double logarithm(double x) {
    return std::is_constant_evaluated() ? double(tigris::log(float(x))) : std::log(x);
}

/// What an output element is in reals, by the definition.
template <class T>
constexpr double ideal_of(const T* span, int channels, int i, double scale, bool logarithmic) {
    double largest = span[0], sum = 0;
    for (int k = 1; k < channels; ++k) largest = span[k] > largest ? double(span[k]) : largest;
    for (int k = 0; k < channels; ++k) sum += exponential((double(span[k]) - largest) * scale);
    const double x = (double(span[i]) - largest) * scale;
    return logarithmic ? x - logarithm(sum) : exponential(x) / sum;
}

struct settings {
    float scale = 0;
    quantization out{};
    bool logarithm = false;
};

template <class In, class Out>
constexpr softmax_key key_of(const settings& s, rounding rounds) {
    return {.logarithm = s.logarithm,
            .rounds = rounds,
            .scale_bits = is_same<In, int16_t> ? 0 : __builtin_bit_cast(uint32_t, s.scale)};
}

/// Logits around a random centre, so that they saturate now and then.
template <class T>
constexpr T random_logit(random_numbers& r, int spread) {
    if constexpr (is_float<T>) return float((r.unit() * 2 - 1) * spread);
    const int centre = is_same<T, int16_t> ? 0 : lowest_of(dtype_of<T>) + 128;
    const int code = centre + r.between(-spread, spread);
    return T(code < lowest_of(dtype_of<T>)    ? lowest_of(dtype_of<T>)
             : code > highest_of(dtype_of<T>) ? highest_of(dtype_of<T>)
                                              : code);
}

template <class In, class Out, settings S>
constexpr bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 53);
    const ops::softmax op{S.logarithm};
    const int channels = r.between(1, seed < 10 ? 5 : seed % 9 == 0 ? 200 : 20);
    const shape dims{3, {1, r.between(1, seed < 10 ? 2 : 5), channels}};
    node_case n;
    n.add_input({.type = dtype_of<In>, .dims = dims, .quant = {S.scale, 3}});
    set_output_of(n, op, dtype_of<Out>, S.out);
    constexpr softmax_key G = key_of<In, Out>(S, rounding::nearest);
    if (kernels::key_of(op, n.all(), rounding::nearest) != G) return false;

    const int spread = r.between(1, is_float<In>           ? 90
                                    : is_same<In, int16_t> ? 32768
                                                           : 128),
              count = dims[1] * channels;
    In in[capacity]{};
    for (int i = 0; i < count; ++i) in[i] = random_logit<In>(r, spread);
    const auto layer = layer_of<In>(op, n.all(), n.weights(), rounding::nearest);
    Out out[capacity]{};
    rows<G>(portable_tag{}, layer, out, dims[1], whole_window(in, 0, dims[1], channels));
    for (int i = 0; i < count; ++i) {
        const double scale = is_float<In> ? 1 : S.scale;
        const double ideal =
            ideal_of(in + i / channels * channels, channels, i % channels, scale, S.logarithm);
        if constexpr (is_float<In>) {
            const double range = S.logarithm ? 200 : 1, error = out[i] - ideal;
            if (error > 1e-6 * range || error < -1e-6 * range) return false;
        } else if (!is_nearest(out[i], ideal / S.out.scale, layer.codes,
                               is_same<In, int16_t> ? 0.02 : 1e-5)) {
            return false;
        }
    }
    return splits_agree<G, capacity, decltype(layer), In, Out>(layer, in, {dims[1], channels}, out,
                                                               {dims[1], channels}, {});
}

constexpr settings usual{0.17f, {1.0f / 256, -128}}, steep{1.9f, {1.0f / 256, -128}};
constexpr settings flat{0.0004f, {1.0f / 256, 0}}, coarse{0.05f, {0.011f, -100}};
constexpr settings logs{0.11f, {16.0f / 256, 127}, true}, fine_logs{0.02f, {0.004f, 255}, true};

/// TFLite Micro's own outputs (reference kernels, default build) for logits k * k % 97 - 60.
constexpr int8_t tflite_softmax[16]{-123, -123, -123, -122, -120, -118, -114, -107,
                                    -95,  -73,  -123, -118, -108, -86,  -123, -116};
constexpr int8_t tflite_log_softmax[16]{63, 64,  65, 68, 71, 75, 81, 87,
                                        94, 102, 65, 75, 86, 98, 64, 78};

template <bool Logarithm>
constexpr bool equals_tflite(float scale) {
    constexpr quantization quant =
        Logarithm ? quantization{1.0f / 16, 127} : quantization{1.0f / 256, -128};
    constexpr softmax_key G = key_of<int8_t, int8_t>({0.03f, quant, Logarithm}, rounding::tflite);
    constexpr ops::softmax op{Logarithm};
    node_case n;
    n.add_input({.type = dtype::i8, .dims = {1, {16}}, .quant = {scale, 3}});
    n.set_output({.type = dtype::i8, .dims = {1, {16}}, .quant = quant});
    if (kernels::key_of(op, n.all(), rounding::tflite) != G) return false;
    int8_t in[16]{}, out[16]{};
    for (int k = 0; k < 16; ++k) in[k] = int8_t(k * k % 97 - 60);
    constexpr softmax_key Compact = [](softmax_key g) {
        g.compact = true;
        return g;
    }(G);
    const auto layer = layer_of<int8_t>(op, n.all(), n.weights(), rounding::tflite);
    int8_t computed[16]{};
    rows<G>(portable_tag{}, layer, out, 1, whole_window(&in[0], 0, 1, 16));
    rows<Compact>(portable_tag{}, layer, computed, 1, whole_window(&in[0], 0, 1, 16));
    return equal(out, Logarithm ? tflite_log_softmax : tflite_softmax, 16) &&
           equal(out, computed, 16);
}

/// The same of 16 bits, for logits k * k * 331 % 32749 - 16000; and for 16 equal logits above 7
/// that count next to nothing, whose sum, 2^19 - 2, is rounded up to 2^19.
constexpr int16_t tflite_wide_softmax[16]{2,   2,    2, 4,  8,   20,   57,    209,
                                          926, 5005, 2, 14, 141, 1689, 24663, 24};

constexpr bool equals_wide_tflite(float scale) {
    constexpr quantization quant{1.0f / 32768, 0};
    constexpr softmax_key G = key_of<int16_t, int16_t>({0, quant}, rounding::tflite);
    node_case n;
    n.add_input({.type = dtype::i16, .dims = {1, {16}}, .quant = {scale, 0}});
    n.set_output({.type = dtype::i16, .dims = {1, {16}}, .quant = quant});
    if (kernels::key_of(ops::softmax{}, n.all(), rounding::tflite) != G) return false;
    int16_t in[16]{}, out[16]{}, even[63]{};
    for (int k = 0; k < 16; ++k) in[k] = int16_t(k * k * 331 % 32749 - 16000);
    for (int k = 0; k < 63; ++k) even[k] = k < 16 ? 32767 : -32768;
    auto layer = layer_of<int16_t>(ops::softmax{}, n.all(), n.weights(), rounding::tflite);
    rows<G>(portable_tag{}, layer, out, 1, whole_window(&in[0], 0, 1, 16));
    layer.channels = 63;
    rows<G>(portable_tag{}, layer, even, 1, whole_window(&even[0], 0, 1, 63));
    return equal(out, tflite_wide_softmax, 16) && even[0] == 2048 && even[16] == 0;
}

/// Exponentials computed one by one are those of the table, of every distance.
template <uint32_t ScaleBits>
constexpr bool exponentials_agree(int distance) {
    return computed_exponentials<ScaleBits>::at(distance) ==
           tabled_exponentials<rounding::tflite, ScaleBits>::at(distance);
}

}  // namespace

#define CHECK_SETTINGS(...) TIGRIS_CHECK_SEEDS(300, agrees<__VA_ARGS__>)

TEST_CASE("quantized softmax is the nearest to the ideal") {
    CHECK_SETTINGS(int8_t, int8_t, usual);
    CHECK_SETTINGS(int8_t, int8_t, steep);
    CHECK_SETTINGS(uint8_t, uint8_t, flat);
    CHECK_SETTINGS(uint8_t, int8_t, coarse);
}

TEST_CASE("its logarithm too") {
    CHECK_SETTINGS(int8_t, int8_t, logs);
    CHECK_SETTINGS(int8_t, uint8_t, fine_logs);
}

TEST_CASE("codes of 16 bits, in single precision") {
    constexpr settings wide{0.0003f, {1.0f / 32768, 0}}, wide_logs{0.0003f, {1.0f / 1024, 0}, true};
    CHECK_SETTINGS(int16_t, int16_t, wide);
    CHECK_SETTINGS(int16_t, int16_t, wide_logs);
}

TEST_CASE("floats") {
    constexpr settings real{}, real_logs{.logarithm = true};
    CHECK_SETTINGS(float, float, real);
    CHECK_SETTINGS(float, float, real_logs);
}

TEST_CASE("TFLite's softmax and its logarithm") {
    TIGRIS_CHECK(equals_tflite<false>, 0.03f);
    TIGRIS_CHECK(equals_tflite<true>, 0.03f);
    TIGRIS_CHECK(equals_wide_tflite, 0.0003f);
}

TEST_CASE("exponentials of few and of many distances, computed and looked up") {
    TIGRIS_CHECK_SEEDS(256, exponentials_agree<__builtin_bit_cast(uint32_t, 0.03f)>);
    TIGRIS_CHECK_SEEDS(256, exponentials_agree<__builtin_bit_cast(uint32_t, 0.9f)>);
    TIGRIS_CHECK_SEEDS(256, exponentials_agree<__builtin_bit_cast(uint32_t, 40.0f)>);
}

TEST_CASE("exact halves go to the even code") {
    int8_t in[512]{}, out[512]{};
    constexpr softmax_key G = key_of<int8_t, int8_t>(usual, rounding::nearest);
    const softmax_layer<int8_t> layer{1, 512, 1 << 30, 0, 9, {-128, -128, 127}};
    rows<G>(portable_tag{}, layer, out, 1, whole_window(in, 0, 1, 512));
    CHECK(out[0] == -128);
}

TEST_CASE("where TFLite has no integer softmax, the nearest is taken") {
    node_case n;
    n.add_input({.type = dtype::i8, .dims = {1, {4}}, .quant = {0.1f, 0}});
    n.set_output({.type = dtype::i8, .dims = {1, {4}}, .quant = {0.01f, -128}});
    CHECK(kernels::key_of(ops::softmax{}, n.all(), rounding::tflite).rounds == rounding::nearest);
    node_case wide;
    wide.add_input({.type = dtype::i16, .dims = {1, {4}}, .quant = {6, 0}});
    wide.set_output({.type = dtype::i16, .dims = {1, {4}}, .quant = {1.0f / 32768, 0}});
    CHECK(kernels::key_of(ops::softmax{}, wide.all(), rounding::tflite).rounds ==
          rounding::nearest);
}

TEST_CASE("the output may overwrite the input") {
    float x[]{1, 2, 3};
    constexpr softmax_key G = key_of<float, float>({}, rounding::nearest);
    rows<G>(portable_tag{}, softmax_layer<float>{1, 3}, x, 1, whole_window(&x[0], 0, 1, 3));
    CHECK(x[2] == doctest::Approx(0.66524096));
}
