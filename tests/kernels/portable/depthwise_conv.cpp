// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/depthwise_conv.hpp>

#include <helpers/check.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/slice_runs.hpp>
#include <helpers/weighted_case.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 4000;

struct settings {
    ops::window window{};
    int multiple = 1;
    bool per_channel = true;
    int channels = 0;
};

template <class In, class Out>
constexpr depthwise_conv_key key_of(const settings& s, rounding rounds) {
    return {.in = dtype_of<In>,
            .out = dtype_of<Out>,
            .window = kernels::key_of(s.window),
            .finish = {.rounds = rounds, .per_channel = s.per_channel && !is_float<In>},
            .channels_in = s.channels,
            .channels_out = s.channels * s.multiple};
}

struct extents {
    int rows, width, channels, outputs;
};

/// Sum over all taps that exist, by the definition.
template <class In, class Constants>
constexpr double sum_at(const settings& s, extents e, const In* in, int zero_point,
                        const Constants& c, int y, int x, int o) {
    const ops::window& w = s.window;
    double sum = c.real_bias[o];
    for (int i = 0; i < w.kernel_h; ++i)
        for (int k = 0; k < w.kernel_w; ++k) {
            const int row = y * w.stride_h - w.pad_top + i * w.dilation_h;
            const int column = x * w.stride_w - w.pad_left + k * w.dilation_w;
            if (row < 0 || row >= e.rows || column < 0 || column >= e.width) continue;
            const In element = in[(row * e.width + column) * e.channels + o / s.multiple];
            sum += (double(element) - zero_point) *
                   c.real_weights[(i * w.kernel_w + k) * e.outputs + o];
        }
    return sum;
}

template <class Constants>
constexpr void fold_zero_point(Constants& c, int outputs, int taps, int zero_point) {
    for (int o = 0; o < outputs; ++o)
        for (int i = 0; i < taps; ++i) c.bias[o] -= zero_point * c.weights[i * outputs + o];
}

template <class In, class Out, settings S, rounding R>
constexpr bool agrees_at_size(int seed, int largest) {
    random_numbers r(uint64_t(seed) * 91 + uint64_t(largest));
    const int channels =
        S.channels ? S.channels : r.between(1, largest < 4 ? largest : 20 / S.multiple);
    const extents e{r.between(1, largest), r.between(1, largest), channels, channels * S.multiple};
    const ops::depthwise_conv op{S.window, random_clamp(r)};
    if (ops::output_rows(S.window, e.rows) < 1 || ops::output_width(S.window, e.width) < 1)
        return true;

    In in[capacity]{};
    for (int i = 0; i < e.rows * e.width * e.channels; ++i) in[i] = random_element<In>(r);
    const int taps = S.window.kernel_h * S.window.kernel_w;
    weighted_constants<600, 40> c;
    randomize<In>(c, r, taps * e.outputs, e.outputs);

    node_case n;
    const quantization quant = random_quantization<In>(r);
    n.add_input(
        {.type = dtype_of<In>, .dims = {4, {1, e.rows, e.width, e.channels}}, .quant = quant});
    add_constants<In>(n, c, {3, {S.window.kernel_h, S.window.kernel_w, e.outputs}}, e.outputs,
                      S.per_channel);
    set_output_of(n, op, dtype_of<Out>, random_quantization<Out>(r));
    if (!is_float<In>) fold_zero_point(c, e.outputs, taps, quant.zero_point);

    constexpr depthwise_conv_key G = key_of<In, Out>(S, R);
    depthwise_conv_key key = kernels::key_of(op, n.all(), R);
    if (key.channels_in != e.channels || key.channels_out != e.outputs) return false;
    if (!S.channels) key = traits_of(key);
    if (e.outputs == 1) key.finish.per_channel = G.finish.per_channel;
    if (key != G) return false;

    const auto layer = layer_of<In>(op, n.all(), n.weights(), R);
    const shape dims = n.all().output().dims;
    const image_rows in_size{e.rows, e.width * e.channels}, out_size{dims[1], dims[2] * e.outputs};
    Out out[capacity]{};
    run_tiles<G>(layer, in, in_size, out, out_size, ops::reach_of(S.window), dims[1]);
    for (int y = 0, i = 0; y < dims[1]; ++y)
        for (int x = 0; x < dims[2]; ++x)
            for (int o = 0; o < e.outputs; ++o, ++i)
                if (!is_result(out[i], sum_at(S, e, in, quant.zero_point, c, y, x, o),
                               c.multiplier(o, S.per_channel), R, layer.result))
                    return false;
    const auto write_slices = [&](Out* slices) {
        rows<in_slices(G)>(portable_tag{}, layer, slices, dims[1],
                           window_of(in, in_size, ops::reach_of(S.window), 0));
    };
    if (!slices_agree<196>(out, dims[1] * dims[2], e.outputs, write_slices)) return false;
    return splits_agree<G, capacity, decltype(layer), In, Out>(layer, in, in_size, out, out_size,
                                                               ops::reach_of(S.window));
}

template <class In, class Out, settings S, rounding R = rounding::nearest>
constexpr bool agrees(int seed) {
    return agrees_at_size<In, Out, S, R>(seed, seed < 10 ? 2 : 7);
}

constexpr settings same{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}};
constexpr settings strided{.window{3, 3, 2, 3, 1, 1, 0, 1, 1, 0}, .per_channel = false};
constexpr settings padded{.window{2, 3, 1, 1, 1, 1, 3, 4, 3, 4}};
constexpr settings dilated{.window{3, 2, 1, 2, 2, 3, 2, 1, 2, 1}};
constexpr settings doubled{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .multiple = 2};
constexpr settings known{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels = 16};
constexpr settings many_taps{.window{32, 16, 1, 1, 1, 1, 16, 8, 15, 7}, .channels = 1};
constexpr settings known_doubled{
    .window{3, 1, 2, 1, 1, 1, 1, 0, 1, 0}, .multiple = 2, .channels = 9};

}  // namespace

#define CHECK_SETTINGS(...) TIGRIS_CHECK_SEEDS(80, agrees<__VA_ARGS__>)

TEST_CASE("int8 depthwise convolutions are the nearest to the ideal") {
    CHECK_SETTINGS(int8_t, int8_t, same);
    CHECK_SETTINGS(int8_t, int8_t, strided);
    CHECK_SETTINGS(int8_t, int8_t, padded);
    CHECK_SETTINGS(int8_t, int8_t, dilated);
    CHECK_SETTINGS(int8_t, int8_t, doubled);
    CHECK_SETTINGS(int8_t, int8_t, known);
}

TEST_CASE("uint8 activations, and results of the other type") {
    CHECK_SETTINGS(uint8_t, uint8_t, padded);
    CHECK_SETTINGS(uint8_t, int8_t, known);
    CHECK_SETTINGS(int8_t, uint8_t, known_doubled);
}

TEST_CASE("activations of 16 bits") {
    CHECK_SETTINGS(int16_t, int16_t, padded);
    CHECK_SETTINGS(int16_t, int16_t, known_doubled);
    CHECK_SETTINGS(int16_t, int16_t, many_taps);
    CHECK_SETTINGS(int16_t, int16_t, strided, rounding::tflite);
}

TEST_CASE("tflite rounding equals its definition") {
    CHECK_SETTINGS(int8_t, int8_t, same, rounding::tflite);
    CHECK_SETTINGS(int8_t, int8_t, strided, rounding::tflite);
}

TEST_CASE("float depthwise convolutions") {
    CHECK_SETTINGS(float, float, padded);
    CHECK_SETTINGS(float, float, doubled);
    CHECK_SETTINGS(float, float, known);
}
