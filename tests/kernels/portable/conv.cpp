// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/conv.hpp>

#include <helpers/check.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/slice_runs.hpp>
#include <helpers/weighted_case.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 2800;

struct settings {
    ops::window window{};
    int groups = 1;
    bool per_channel = true;
    int channels_in = 0;
    int channels_out = 0;
};

struct extents {
    int rows, width, channels, outputs;
};

constexpr extents random_extents(const settings& s, random_numbers& r, int largest) {
    const int channels =
        s.channels_in ? s.channels_in : s.groups * r.between(1, largest * 2 / s.groups);
    const int outputs =
        s.channels_out ? s.channels_out : s.groups * r.between(1, largest / s.groups);
    return {r.between(1, largest), r.between(1, largest), channels, outputs};
}

template <class In, class Out>
constexpr conv_key key_of(const settings& s, rounding rounds) {
    return {.in = dtype_of<In>,
            .out = dtype_of<Out>,
            .window = kernels::key_of(s.window),
            .finish = {.rounds = rounds, .per_channel = s.per_channel && !is_float<In>},
            .groups = s.groups,
            .channels_in = s.channels_in,
            .channels_out = s.channels_out};
}

/// Bias minus the zero point times the weights of each output, as the importer folds it.
template <class Constants>
constexpr void fold_zero_point(Constants& c, int outputs, int weights_of_one, int zero_point) {
    for (int o = 0; o < outputs; ++o)
        for (int i = 0; i < weights_of_one; ++i)
            c.bias[o] -= zero_point * c.weights[o * weights_of_one + i];
}

/// Sum over all taps that exist, by the definition.
template <class In, class Constants>
constexpr double sum_at(const settings& s, extents e, const In* in, int zero_point,
                        const Constants& c, int y, int x, int o) {
    const ops::window& w = s.window;
    const int channels = e.channels / s.groups, first = o / (e.outputs / s.groups) * channels;
    double sum = c.real_bias[o];
    for (int i = 0; i < w.kernel_h; ++i)
        for (int k = 0; k < w.kernel_w; ++k) {
            const int row = y * w.stride_h - w.pad_top + i * w.dilation_h;
            const int column = x * w.stride_w - w.pad_left + k * w.dilation_w;
            if (row < 0 || row >= e.rows || column < 0 || column >= e.width) continue;
            for (int j = 0; j < channels; ++j)
                sum +=
                    (double(in[(row * e.width + column) * e.channels + first + j]) - zero_point) *
                    c.real_weights[((o * w.kernel_h + i) * w.kernel_w + k) * channels + j];
        }
    return sum;
}

template <class In, class Out, settings S, rounding R>
constexpr bool agrees_at_size(int seed, int largest) {
    random_numbers r(uint64_t(seed) * 77 + uint64_t(largest));
    const extents e = random_extents(S, r, largest);
    const ops::conv op{S.window, S.groups, random_clamp(r)};
    if (ops::output_rows(S.window, e.rows) < 1 || ops::output_width(S.window, e.width) < 1)
        return true;

    In in[capacity]{};
    for (int i = 0; i < e.rows * e.width * e.channels; ++i) in[i] = random_element<In>(r);
    const int weights_of_one = S.window.kernel_h * S.window.kernel_w * e.channels / S.groups;
    weighted_constants<capacity, 16> c;
    randomize<In>(c, r, e.outputs * weights_of_one, e.outputs);

    node_case n;
    const quantization quant = random_quantization<In>(r);
    n.add_input(
        {.type = dtype_of<In>, .dims = {4, {1, e.rows, e.width, e.channels}}, .quant = quant});
    add_constants<In>(n, c,
                      {4, {e.outputs, S.window.kernel_h, S.window.kernel_w, e.channels / S.groups}},
                      e.outputs, S.per_channel);
    set_output_of(n, op, dtype_of<Out>, random_quantization<Out>(r));
    if (!is_float<In>) fold_zero_point(c, e.outputs, weights_of_one, quant.zero_point);

    constexpr conv_key G = key_of<In, Out>(S, R);
    conv_key key = kernels::key_of(op, n.all(), R);
    if (key.channels_in != e.channels || key.channels_out != e.outputs) return false;
    if (!S.channels_in) key = traits_of(key);
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
    return agrees_at_size<In, Out, S, R>(seed, seed < 10 ? 2 : 8);
}

constexpr settings pointwise{};
constexpr settings strided{.window{3, 3, 2, 2, 1, 1, 0, 1, 1, 0}};
constexpr settings padded{.window{3, 2, 1, 3, 1, 1, 4, 3, 4, 3}};
constexpr settings dilated{.window{2, 3, 1, 1, 2, 2, 1, 2, 1, 2}, .per_channel = false};
constexpr settings grouped{.window{2, 2, 1, 1, 1, 2, 1, 1, 0, 0}, .groups = 2};
constexpr settings known{
    .window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}, .channels_in = 8, .channels_out = 5};
constexpr settings one_scale{.window{1, 3, 1, 2, 1, 1, 0, 1, 0, 1}, .per_channel = false};

}  // namespace

#define CHECK_SETTINGS(...) TIGRIS_CHECK_SEEDS(80, agrees<__VA_ARGS__>)

TEST_CASE("int8 convolutions are the nearest to the ideal") {
    CHECK_SETTINGS(int8_t, int8_t, pointwise);
    CHECK_SETTINGS(int8_t, int8_t, strided);
    CHECK_SETTINGS(int8_t, int8_t, padded);
    CHECK_SETTINGS(int8_t, int8_t, dilated);
    CHECK_SETTINGS(int8_t, int8_t, grouped);
    CHECK_SETTINGS(int8_t, int8_t, known);
}

TEST_CASE("uint8 activations, and results of the other type") {
    CHECK_SETTINGS(uint8_t, uint8_t, padded);
    CHECK_SETTINGS(uint8_t, int8_t, known);
    CHECK_SETTINGS(int8_t, uint8_t, one_scale);
}

TEST_CASE("activations of 16 bits") {
    CHECK_SETTINGS(int16_t, int16_t, pointwise);
    CHECK_SETTINGS(int16_t, int16_t, padded);
    CHECK_SETTINGS(int16_t, int16_t, grouped);
    CHECK_SETTINGS(int16_t, int16_t, strided, rounding::tflite);
    CHECK_SETTINGS(int16_t, int16_t, one_scale, rounding::tflite);
}

TEST_CASE("tflite rounding equals its definition") {
    CHECK_SETTINGS(int8_t, int8_t, strided, rounding::tflite);
    CHECK_SETTINGS(int8_t, int8_t, one_scale, rounding::tflite);
}

TEST_CASE("float convolutions") {
    CHECK_SETTINGS(float, float, padded);
    CHECK_SETTINGS(float, float, dilated);
    CHECK_SETTINGS(float, float, known);
}
