// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/pool.hpp>

#include <helpers/average_model.hpp>
#include <helpers/check.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/slice_runs.hpp>
#include <helpers/weighted_case.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 3000;

struct settings {
    ops::pool_function function = ops::pool_function::max;
    ops::window window{};
    bool count_include_pad = false;
    bool one_quantization = true;
    int channels = 0;
};

struct extents {
    int rows, width, channels;
};

/// What a window holds: by the definition.
struct held {
    double maximum = -1e9;
    double sum = 0;
    int count = 0;
};

template <class In>
constexpr held held_at(const ops::window& w, extents e, const In* in, int y, int x, int c) {
    held result;
    for (int i = 0; i < w.kernel_h; ++i)
        for (int k = 0; k < w.kernel_w; ++k) {
            const int row = y * w.stride_h - w.pad_top + i * w.dilation_h;
            const int column = x * w.stride_w - w.pad_left + k * w.dilation_w;
            if (row < 0 || row >= e.rows || column < 0 || column >= e.width) continue;
            const double element = in[(row * e.width + column) * e.channels + c];
            result.maximum = element > result.maximum ? element : result.maximum;
            result.sum += element;
            ++result.count;
        }
    return result;
}

constexpr bool is_pooled(int32_t got, const held& h, int taps, const settings& s, rounding rounds,
                         const rescaling& r) {
    if (s.function == ops::pool_function::max) {
        if (h.count == 0) return true;
        const double steps = h.maximum - r.zero_point_in;
        return rounds == rounding::nearest
                   ? is_nearest(got, steps * real_of(r.multiplier), r.codes)
                   : got ==
                         clamp_to(tflite_scaled(int64_t(steps), r.multiplier) + r.codes.zero_point,
                                  r.codes);
    }
    return is_average(got, int64_t(h.sum), h.count, s.count_include_pad ? taps : h.count, rounds, r,
                      s.function == ops::pool_function::mean);
}

constexpr bool is_pooled(float got, const held& h, int taps, const settings& s, rounding,
                         const ops::clamp& c) {
    if (h.count == 0) return true;
    const int count = s.count_include_pad ? taps : h.count;
    double ideal = s.function == ops::pool_function::max ? h.maximum : h.sum / count;
    ideal = ideal < c.low ? c.low : ideal > c.high ? c.high : ideal;
    return got - ideal < 1e-6 && ideal - got < 1e-6;
}

template <class In, class Out, settings S, rounding R>
constexpr bool agrees_at_size(int seed, int largest) {
    random_numbers r(uint64_t(seed) * 31 + uint64_t(largest));
    const int channels = S.channels ? S.channels : r.between(1, largest < 4 ? largest : 20);
    const extents e{r.between(1, largest), r.between(1, largest), channels};
    const ops::pool op{S.function, S.window, S.count_include_pad, random_clamp(r)};
    if (ops::output_rows(S.window, e.rows) < 1 || ops::output_width(S.window, e.width) < 1)
        return true;

    In in[capacity]{};
    for (int i = 0; i < e.rows * e.width * e.channels; ++i) in[i] = random_element<In>(r);
    node_case n;
    const quantization quant = random_quantization<In>(r);
    n.add_input(
        {.type = dtype_of<In>, .dims = {4, {1, e.rows, e.width, e.channels}}, .quant = quant});
    set_output_of(n, op, dtype_of<Out>, S.one_quantization ? quant : random_quantization<Out>(r));

    constexpr pool_key G{.window = key_of(S.window),
                         .function = S.function,
                         .in = dtype_of<In>,
                         .out = dtype_of<Out>,
                         .rounds = R,
                         .channels = S.channels};
    pool_key key = key_of(op, n.all(), R);
    if (key.channels != e.channels) return false;
    if (!S.channels) key = traits_of(key);
    if (key != G) return false;

    const auto layer = layer_of<In>(op, n.all(), n.weights(), R);
    const shape dims = n.all().output().dims;
    const image_rows in_size{e.rows, e.width * e.channels}, out_size{dims[1], dims[2] * e.channels};
    Out out[capacity]{};
    run_tiles<G>(layer, in, in_size, out, out_size, ops::reach_of(S.window), dims[1]);
    const int taps = S.window.kernel_h * S.window.kernel_w;
    for (int y = 0, i = 0; y < dims[1]; ++y)
        for (int x = 0; x < dims[2]; ++x)
            for (int c = 0; c < e.channels; ++c, ++i)
                if (!is_pooled(out[i], held_at(S.window, e, in, y, x, c), taps, S, R, layer.result))
                    return false;
    const auto write_slices = [&](Out* slices) {
        rows<in_slices(G)>(portable_tag{}, layer, slices, dims[1],
                           window_of(in, in_size, ops::reach_of(S.window), 0));
    };
    if (!slices_agree<200>(out, dims[1] * dims[2], e.channels, write_slices)) return false;
    return splits_agree<G, capacity, decltype(layer), In, Out>(layer, in, in_size, out, out_size,
                                                               ops::reach_of(S.window));
}

template <class In, class Out, settings S, rounding R = rounding::nearest>
constexpr bool agrees(int seed) {
    return agrees_at_size<In, Out, S, R>(seed, seed < 10 ? 2 : 6);
}

constexpr auto average = ops::pool_function::average;
constexpr ops::window padded{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, strided{2, 2, 2, 2}, wide{4, 2, 3, 1};
constexpr ops::window far_padded{2, 3, 1, 2, 2, 1, 4, 4, 4, 4};
constexpr settings maximum{.window = padded}, maximum_far{.window = far_padded};
constexpr settings maximum_rescaled{.window = strided, .one_quantization = false};
constexpr settings mean{average, padded}, mean_strided{average, strided, false, true, 17};
constexpr settings mean_far{average, far_padded, true}, mean_of_nothing{average, far_padded};
constexpr settings mean_rescaled{average, wide, false, false};
constexpr settings reduced{ops::pool_function::mean, strided};

}  // namespace

#define CHECK_SETTINGS(...) TIGRIS_CHECK_SEEDS(80, agrees<__VA_ARGS__>)

TEST_CASE("maxima") {
    CHECK_SETTINGS(int8_t, int8_t, maximum);
    CHECK_SETTINGS(uint8_t, uint8_t, maximum_far);
    CHECK_SETTINGS(int8_t, int8_t, maximum_rescaled);
    CHECK_SETTINGS(int8_t, int8_t, maximum_rescaled, rounding::tflite);
    CHECK_SETTINGS(float, float, maximum);
}

TEST_CASE("averages round halves to even where nothing is rescaled") {
    CHECK_SETTINGS(int8_t, int8_t, mean);
    CHECK_SETTINGS(uint8_t, uint8_t, mean_strided);
    CHECK_SETTINGS(int8_t, int8_t, mean_far);
    CHECK_SETTINGS(int8_t, int8_t, mean_of_nothing);
}

TEST_CASE("pools of 16-bit codes") {
    CHECK_SETTINGS(int16_t, int16_t, maximum_rescaled);
    CHECK_SETTINGS(int16_t, int16_t, mean);
    CHECK_SETTINGS(int16_t, int16_t, mean_rescaled);
    CHECK_SETTINGS(int16_t, int16_t, mean_far, rounding::tflite);
    CHECK_SETTINGS(int16_t, int16_t, reduced, rounding::tflite);
}

TEST_CASE("averages between two quantizations, and of floats") {
    CHECK_SETTINGS(int8_t, uint8_t, mean_rescaled);
    CHECK_SETTINGS(float, float, mean_far);
    CHECK_SETTINGS(float, float, mean_strided);
}

TEST_CASE("averages as TFLite computes them") {
    CHECK_SETTINGS(int8_t, int8_t, mean, rounding::tflite);
    CHECK_SETTINGS(int8_t, int8_t, mean_far, rounding::tflite);
    CHECK_SETTINGS(int8_t, int8_t, mean_rescaled, rounding::tflite);
    CHECK_SETTINGS(int8_t, int8_t, reduced, rounding::tflite);
    CHECK_SETTINGS(int8_t, int8_t, reduced);
}

TEST_CASE("halves: -2.5 becomes -2 by nearest and -3 by tflite") {
    constexpr rescaling same{.codes = {0, -128, 127}};
    static_assert(kernels::average<rounding::nearest, false, int8_t>(-5, 2, same) == -2);
    static_assert(kernels::average<rounding::nearest, false, int8_t>(-7, 2, same) == -4);
    static_assert(kernels::average<rounding::tflite, false, int8_t>(-5, 2, same) == -3);
}

TEST_CASE("averages are compiled for the function, the rounding and the window") {
    constexpr pool_key key{.window = kernels::key_of(ops::window{.kernel_h = 3, .kernel_w = 2}),
                           .function = ops::pool_function::mean,
                           .in = dtype::i8,
                           .out = dtype::i8,
                           .rounds = rounding::tflite,
                           .channels = 16};
    constexpr window_average_key averages{key.function, key.rounds, key.window};
    TIGRIS_HOLDS(window_average_key_of(key) == averages);
    TIGRIS_HOLDS(!(window_average_key_of(pool_key{}) == averages));
}
