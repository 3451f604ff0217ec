// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/conv_transpose.hpp>

#include <helpers/average_model.hpp>
#include <helpers/check.hpp>
#include <helpers/node_case.hpp>
#include <helpers/random.hpp>

#include <initializer_list>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int rows_in = 4, width_in = 3, channels = 2, outputs = 3;
constexpr int taps = 3;

/// Kernel 3 x 3, these strides and dilations, all outputs that are reached.
template <int Stride, int Dilation, int Pad>
struct images {
    static constexpr int rows_out = (rows_in - 1) * Stride + (taps - 1) * Dilation + 1 - 2 * Pad;
    static constexpr int width_out = (width_in - 1) * Stride + (taps - 1) * Dilation + 1 - 2 * Pad;

    static constexpr ops::conv_transpose op{.window = {.kernel_h = taps,
                                                       .kernel_w = taps,
                                                       .stride_h = Stride,
                                                       .stride_w = Stride,
                                                       .dilation_h = Dilation,
                                                       .dilation_w = Dilation,
                                                       .pad_top = Pad,
                                                       .pad_left = Pad}};

    float x[rows_in * width_in * channels]{};
    alignas(4) int8_t weights[4 * outputs * taps * taps * channels]{};
    float out[rows_out * width_out * outputs]{};
    float expected[rows_out * width_out * outputs]{};

    /// Adds each product where it falls.
    constexpr void scatter(const float* w) {
        for (int i = 0; i < rows_in * width_in; ++i)
            for (int k = 0; k < taps * taps; ++k) {
                const int y = i / width_in * Stride - Pad + k / taps * Dilation;
                const int column = i % width_in * Stride - Pad + k % taps * Dilation;
                if (y < 0 || y >= rows_out || column < 0 || column >= width_out) continue;
                for (int o = 0; o < outputs; ++o)
                    for (int c = 0; c < channels; ++c)
                        expected[(y * width_out + column) * outputs + o] +=
                            x[i * channels + c] * w[(o * taps * taps + k) * channels + c];
            }
    }

    constexpr operands all(node_case& n) const {
        n.add_input({.dims = {4, {1, rows_in, width_in, channels}}});
        n.add_constant(dtype::f32, {4, {outputs, taps, taps, channels}}, {weights});
        n.set_output({.dims = {4, {1, rows_out, width_out, outputs}}});
        return n.all();
    }

    /// In calls of `step` rows, each with the input rows that its reach says.
    bool agrees(int step) {
        random_numbers r(5);
        float w[outputs * taps * taps * channels]{};
        for (float& number : x) number = float(r.between(-9, 9));
        for (float& number : w) number = float(r.between(-9, 9));
        __builtin_memcpy(weights, w, sizeof w);
        scatter(w);
        node_case n;
        const operands t = all(n);
        const auto layer = layer_of<float>(op, t, n.weights(), rounding::nearest);
        const ops::row_reach reach = describe(op, t).reach;
        constexpr conv_transpose_key G{.window = {.kernel_h = taps,
                                                  .kernel_w = taps,
                                                  .stride_h = Stride,
                                                  .stride_w = Stride,
                                                  .dilation_h = Dilation,
                                                  .dilation_w = Dilation},
                                       .channels_in = channels,
                                       .channels_out = outputs};
        if (key_of(op, t, rounding::nearest) != G) return false;
        for (int y = 0; y < rows_out; y += step) {
            const int count = rows_out - y < step ? rows_out - y : step;
            const int first = ops::first_row_of(reach, y);
            const int behind = ops::first_row_of(reach, y + count - 1) + reach.kernel;
            const int last = behind < rows_in ? behind : rows_in;
            numbered_rows<G>(
                portable_tag{}, layer, out + y * width_out * outputs, y, count,
                whole_window(static_cast<const float*>(x), first, last, width_in * channels));
        }
        for (int i = 0; i < rows_out * width_out * outputs; ++i)
            if (out[i] != expected[i]) return false;
        return true;
    }
};

}  // namespace

TEST_CASE("each row reads no more than its reach says, and sums what falls on it") {
    for (const int step : {1, 2, 5, 100}) {
        CHECK(images<1, 1, 0>{}.agrees(step));
        CHECK(images<2, 1, 0>{}.agrees(step));
        CHECK(images<2, 1, 1>{}.agrees(step));
        CHECK(images<2, 2, 1>{}.agrees(step));
        CHECK(images<3, 1, 1>{}.agrees(step));
        CHECK(images<4, 1, 0>{}.agrees(step));  // rows that nothing reaches
    }
}

namespace {

/// Codes with zero points, a multiplier of one half, and the bias that holds the zero point.
template <class T, int ZeroIn, int ZeroOut>
bool codes_agree() {
    constexpr int stride = 2, rows_out = 2 * rows_in + 1, width_out = 2 * width_in + 1;
    constexpr int weights_of_output = taps * taps * channels;
    constexpr int low = lowest_of(dtype_of<T>), high = highest_of(dtype_of<T>);
    random_numbers r(8);
    int8_t w[outputs * weights_of_output]{};
    T x[rows_in * width_in * channels]{}, out[rows_out * width_out * outputs]{};
    for (T& code : x) code = T(r.between(low, high));
    for (int8_t& code : w) code = int8_t(r.between(-6, 6));
    const int32_t bias[]{100, -50, 0}, multiplier[]{1 << 30};
    const int8_t shift[]{0};
    int32_t folded[outputs]{};
    for (int o = 0; o < outputs; ++o) {
        folded[o] = bias[o];
        for (int k = 0; k < weights_of_output; ++k)
            folded[o] -= ZeroIn * w[o * weights_of_output + k];
    }
    constexpr ops::conv_transpose op{
        .window = {.kernel_h = taps, .kernel_w = taps, .stride_h = stride, .stride_w = stride}};
    node_case n;
    n.add_input({.type = dtype_of<T>,
                 .dims = {4, {1, rows_in, width_in, channels}},
                 .quant = {0.5f, ZeroIn}});
    n.add_constant(dtype::i8, {4, {outputs, taps, taps, channels}}, {w});
    n.add_constant(dtype::i32, {1, {outputs}}, {nullptr, folded});
    n.add_constant(dtype::i32, {1, {1}}, {nullptr, multiplier});
    n.add_constant(dtype::i8, {1, {1}}, {shift});
    n.set_output({.type = dtype_of<T>,
                  .dims = {4, {1, rows_out, width_out, outputs}},
                  .quant = {1, ZeroOut}});
    constexpr conv_transpose_key G{
        .window = {.kernel_h = taps, .kernel_w = taps, .stride_h = stride, .stride_w = stride},
        .channels_in = channels,
        .channels_out = outputs};
    CHECK(key_of(op, n.all(), rounding::nearest) == G);
    const int first = ops::first_row_of(describe(op, n.all()).reach, 0);
    numbered_rows<G>(portable_tag{}, layer_of<T>(op, n.all(), n.weights(), rounding::nearest), out,
                     0, rows_out,
                     whole_window(static_cast<const T*>(x), first, rows_in, width_in * channels));
    for (int i = 0; i < rows_out * width_out * outputs; ++i) {
        int sum = bias[i % outputs];
        for (int k = 0; k < taps * taps; ++k) {
            const int y = i / outputs / width_out - k / taps;
            const int column = i / outputs % width_out - k % taps;
            if (y < 0 || y % 2 || y / 2 >= rows_in || column < 0 || column % 2 ||
                column / 2 >= width_in)
                continue;
            for (int c = 0; c < channels; ++c)
                sum += (x[(y / 2 * width_in + column / 2) * channels + c] - ZeroIn) *
                       w[i % outputs * weights_of_output + k * channels + c];
        }
        const int code = ((sum + 1) >> 1) + ZeroOut;  // halves up
        if (out[i] != (code < low ? low : code > high ? high : code)) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("what no tap reaches is the zero point, not code 0") {
    CHECK(codes_agree<int8_t, -7, 5>());
}

TEST_CASE("codes of 16 bits") { CHECK(codes_agree<int16_t, 0, 0>()); }
