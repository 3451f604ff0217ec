// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/deform_conv.hpp>

#include <helpers/check.hpp>
#include <helpers/node_case.hpp>
#include <helpers/random.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

/// Images of 4 x 5 with 4 channels in two groups and two groups of offsets; kernel 2 x 2, padded by
/// one row above.
constexpr int height = 4, width = 5, channels = 4, outputs = 2, taps = 4;
constexpr int rows_out = 4, width_out = 4, plane = rows_out * width_out;

struct tensors {
    float x[height * width * channels]{};
    float weights[outputs * taps * 2]{};
    float offsets[2 * taps * 2 * plane]{};
    float bias[outputs]{};
    float mask[2 * taps * plane]{};

    constexpr tensors() {
        random_numbers r(3);
        for (float& number : x) number = float(r.between(-9, 9));
        for (float& number : weights) number = float(r.between(-9, 9));
        for (float& number : offsets) number = float(r.between(-6, 6)) / 4;
        for (float& number : bias) number = float(r.between(-9, 9));
        for (float& number : mask) number = float(r.between(0, 4)) / 4;
    }

    /// An element, or zero outside.
    double pixel(int row, int column, int c) const {
        if (row < 0 || row >= height || column < 0 || column >= width) return 0;
        return double(x[(row * width + column) * channels + c]);
    }
    double between(double y, double x_at, int c) const {
        const int top = int(__builtin_floor(y)), left = int(__builtin_floor(x_at));
        const double down = y - top, right = x_at - left;
        return (1 - down) * ((1 - right) * pixel(top, left, c) + right * pixel(top, left + 1, c)) +
               down * ((1 - right) * pixel(top + 1, left, c) + right * pixel(top + 1, left + 1, c));
    }
    double expected(int y, int column, int o) const {
        double sum = double(bias[o]);
        for (int k = 0; k < taps; ++k)
            for (int c = 0; c < 2; ++c) {
                const int channel = 2 * o + c, at = (channel / 2 * taps + k);
                const int place = y * width_out + column;
                const double row = y - 1 + k / 2 + double(offsets[2 * at * plane + place]);
                const double across =
                    column + k % 2 + double(offsets[(2 * at + 1) * plane + place]);
                sum += double(weights[(o * taps + k) * 2 + c]) * double(mask[at * plane + place]) *
                       between(row, across, channel);
            }
        return sum;
    }
};

}  // namespace

TEST_CASE("every tap reads between the pixels where its offset points") {
    const tensors data;
    const ops::deform_conv op{.window = {.kernel_h = 2, .kernel_w = 2, .pad_top = 1},
                              .groups = 2,
                              .offset_groups = 2,
                              .has_bias = true,
                              .has_mask = true};
    node_case n;
    n.add_input({.dims = {4, {1, height, width, channels}}});
    n.add_input({.dims = {4, {outputs, 2, 2, 2}}});
    set_output_of(n, op, dtype::f32, {});
    float out[plane * outputs]{};
    constexpr deform_conv_key G{.has_bias = true, .has_mask = true};
    CHECK(key_of(op, n.all(), rounding::nearest) == G);
    whole<G>(portable_tag{}, layer_of<float>(op, n.all(), n.weights(), rounding::nearest), out,
             +data.x, +data.weights, +data.offsets, +data.bias, +data.mask);
    for (int i = 0; i < plane * outputs; ++i) {
        const double expected =
            data.expected(i / outputs / width_out, i / outputs % width_out, i % outputs);
        CHECK(double(out[i]) == doctest::Approx(expected));
    }
}
