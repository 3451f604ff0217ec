// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/fast_int8/pool_taps.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using namespace tigris;
using namespace tigris::kernels;

namespace {

/// An image of four rows of five pixels of three channels: channel c of pixel x of row y is
/// 32 * y + 6 * x + c.
constexpr int32_t height = 4, width = 5, channels = 3;
struct image {
    std::int8_t at[height][width][channels];

    image() {
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                for (int c = 0; c < channels; ++c) at[y][x][c] = std::int8_t(32 * y + 6 * x + c);
    }
};

struct padding {
    int32_t top = 0;
    int32_t left = 0;
};

/// Channel 1 of each tap of each window of one output row, as a plain loop finds them; -1 ends a
/// window.
template <window_key W>
std::vector<int> expected(const image& from, int32_t width_out, padding pad) {
    std::vector<int> found;
    for (int x = 0; x < width_out; ++x) {
        for (int i = 0; i < W.kernel_h; ++i)
            for (int k = 0; k < W.kernel_w; ++k) {
                const int row = i * W.dilation_h - pad.top,
                          column = x * W.stride_w + k * W.dilation_w - pad.left;
                if (row >= 0 && row < height && column >= 0 && column < width)
                    found.push_back(from.at[row][column][1]);
            }
        found.push_back(-1);
    }
    return found;
}

template <window_key W>
std::vector<int> taps_of(const image& from, int32_t width_out, padding pad) {
    const pool_layer<std::int8_t> layer{.width_in = width,
                                        .width_out = width_out,
                                        .channels = channels,
                                        .pad_left = std::int16_t(pad.left)};
    std::vector<int> found;
    std::int8_t out[20];
    for_each_window<W>(layer, out, 2, 1,
                       whole_window(&from.at[0][0][0], -pad.top, height, width * channels),
                       [&](const pool_taps<W>& taps, std::int8_t* to) {
                           const std::size_t before = found.size();
                           taps.for_each(1, [&](const std::int8_t* x) { found.push_back(*x); });
                           CHECK(std::size_t(taps.size()) == found.size() - before);
                           CHECK((to - out) % 2 == 0);
                           found.push_back(-1);
                       });
    return found;
}

template <window_key W>
void check_taps(int32_t width_out, padding pad) {
    const image from;
    CHECK(taps_of<W>(from, width_out, pad) == expected<W>(from, width_out, pad));
}

constexpr window_key three{.kernel_h = 3, .kernel_w = 3};
constexpr window_key by_two{.kernel_h = 2, .kernel_w = 3, .stride_h = 2, .stride_w = 2};
constexpr window_key apart{.kernel_h = 2, .kernel_w = 3, .dilation_h = 3, .dilation_w = 2};

}  // namespace

TEST_CASE("a window's taps are those that a plain loop finds") {
    check_taps<three>(3, {});
    check_taps<by_two>(2, {});
    check_taps<apart>(1, {});
}

TEST_CASE("taps that are padding do not exist, in any direction") {
    check_taps<three>(5, {1, 1});
    check_taps<three>(7, {2, 2});
    check_taps<by_two>(3, {1, 1});
    check_taps<apart>(5, {3, 2});
}

TEST_CASE("rows of the output move by the stride, and pixels by their step") {
    const image from;
    const pool_layer<std::int8_t> layer{.width_in = width, .width_out = 2, .channels = channels};
    std::vector<int> firsts, places;
    std::int8_t out[20];
    for_each_window<by_two>(layer, out, 4, 2,
                            whole_window(&from.at[0][0][0], 0, height, width * channels),
                            [&](const pool_taps<by_two>& taps, std::int8_t* to) {
                                firsts.push_back(taps.rows[0][taps.place]);
                                places.push_back(int(to - out));
                            });
    CHECK(firsts == std::vector{0, 12, 64, 76});
    CHECK(places == std::vector{0, 4, 8, 12});
}

TEST_CASE("the first tap of each row that exists is told") {
    const std::int8_t above[]{1, 2, 3, 4}, below[]{5, 6, 7, 8};
    const pool_taps<three> taps{{above, nullptr, below}, 2, 1, 3, 1};
    std::vector<int> found;
    taps.for_each_row(2, [&](const std::int8_t* x) { found.push_back(*x); });
    CHECK(found == std::vector{4, 8});
    CHECK(taps.size() == 6);
}
