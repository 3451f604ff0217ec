// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/blocked/window_walk.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using namespace tigris;
using namespace tigris::kernels;

namespace {

/// Bytes are gathered as twice their number.
struct doubled_form {
    using element = std::int16_t;

    static element stored(std::int32_t x) { return element(2 * x); }
    static void copy(element* to, const std::int8_t* from, std::int32_t count) {
        for (int i = 0; i < count; ++i) to[i] = stored(from[i]);
    }
};

/// An image of four rows of five pixels of two channels, whose padding is 9.
constexpr int height = 4, width = 5, channels = 2, zero_point = 9;
struct image {
    std::int8_t at[height][width][channels];

    image() {
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                for (int c = 0; c < channels; ++c) at[y][x][c] = std::int8_t(20 * y + 4 * x + c);
    }
    int element(int row, int column, int c) const {
        const bool is_inside = row >= 0 && row < height && column >= 0 && column < width;
        return 2 * (is_inside ? at[row][column][c] : zero_point);
    }
};

struct call {
    int first_row = 0;
    int pad_left = 0;
    int width_out = 1;
};

/// The elements of the windows of two output rows, as a plain loop finds them.
template <conv_key G>
std::vector<int> expected(const image& from, const call& c) {
    std::vector<int> found;
    for (int pixel = 0; pixel < 2 * c.width_out; ++pixel)
        for (int i = 0; i < G.window.kernel_h; ++i)
            for (int k = 0; k < G.window.kernel_w; ++k)
                for (int channel = 0; channel < channels; ++channel)
                    found.push_back(from.element(c.first_row +
                                                     pixel / c.width_out * G.window.stride_h +
                                                     i * G.window.dilation_h,
                                                 pixel % c.width_out * G.window.stride_w +
                                                     k * G.window.dilation_w - c.pad_left,
                                                 channel));
    return found;
}

template <conv_key G>
std::vector<int> gathered(const image& from, const call& c) {
    conv_layer<std::int8_t> layer;
    layer.width_in = width, layer.width_out = c.width_out, layer.pad_left = c.pad_left;
    layer.result.zero_point_in = zero_point;
    const auto in = whole_window(&from.at[0][0][0], c.first_row, height, width * channels);
    window_walk<G, std::int8_t, doubled_form> walk{layer, in, channels};
    std::vector<int> found;
    for (int pixel = 0; pixel < 2 * c.width_out; ++pixel) {
        std::int16_t window[G.window.kernel_h * G.window.kernel_w * channels];
        walk.gather(window);
        found.insert(found.end(), std::begin(window), std::end(window));
    }
    return found;
}

template <conv_key G>
void check_windows(const call& c) {
    const image from;
    CHECK(gathered<G>(from, c) == expected<G>(from, c));
}

constexpr conv_key three{.window = {.kernel_h = 3, .kernel_w = 3}, .channels_in = channels};
constexpr conv_key any_channels{.window = {.kernel_h = 3, .kernel_w = 3}};
constexpr conv_key by_two{.window = {.kernel_h = 2, .kernel_w = 3, .stride_h = 2, .stride_w = 2}};
constexpr conv_key apart{
    .window = {.kernel_h = 2, .kernel_w = 2, .dilation_h = 2, .dilation_w = 3}};

}  // namespace

TEST_CASE("windows inside the image are gathered pixel after pixel, row after row") {
    check_windows<three>({.width_out = 3});
    check_windows<any_channels>({.width_out = 3});
    check_windows<by_two>({.width_out = 2});
    check_windows<apart>({.width_out = 2});
}

TEST_CASE("padding above, below and beside the image is the zero point") {
    check_windows<three>({.first_row = -1, .pad_left = 1, .width_out = 5});
    check_windows<three>({.first_row = 2, .pad_left = 2, .width_out = 7});
    check_windows<by_two>({.first_row = 1, .pad_left = 1, .width_out = 3});
    check_windows<apart>({.first_row = -2, .pad_left = 3, .width_out = 8});
}
