// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/adapters/image_calls.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using namespace tigris;
using namespace tigris::kernels;

namespace {

/// An image of six rows and seven columns of two channels, whose padding is 5.
constexpr int height = 6, width = 7, channels = 2, row_bytes = width * channels;
constexpr std::int8_t padding = 5;
struct image {
    std::int8_t at[height * row_bytes];

    image() {
        for (int i = 0; i < height * row_bytes; ++i) at[i] = std::int8_t(i * 13 % 41 - 20);
    }
};

/// A layer, the image's row that is the first under its first window, and rows of the output.
struct layer_case {
    ops::window window{};
    int first_row = 0;
    int rows_out = 2;
    int width_out = 3;
    int pad_left = 0;
    int out_step = channels;
    bool leaves_padding_out = false;
    bool skips_rows = false;

    image_layer layer() const {
        return {.window = window,
                .width_in = width,
                .width_out = width_out,
                .channels_in = channels,
                .channels_out = channels,
                .pad_left = pad_left,
                .out_step = out_step,
                .padding = padding,
                .leaves_padding_out = leaves_padding_out,
                .skips_rows = skips_rows};
    }
};

/// Adds the taps of a window, each times its number. `element(row, column)` is a tap.
template <class Element>
std::int8_t sum_taps(const ops::window& w, int row, int column, int dilation_h,
                     const Element& element) {
    int sum = 0;
    for (int i = 0; i < w.kernel_h; ++i)
        for (int k = 0; k < w.kernel_w; ++k)
            sum +=
                (i * w.kernel_w + k + 1) * element(row + i * dilation_h, column + k * w.dilation_w);
    return std::int8_t(sum);
}

/// A library: images lie in one block, and what is outside counts nothing.
void call_library(const ops::window& w, const image_call& c) {
    for (int y = 0; y < c.rows_out; ++y)
        for (int x = 0; x < c.width_out; ++x)
            for (int channel = 0; channel < channels; ++channel)
                *(c.out + (y * c.width_out + x) * channels + channel) = sum_taps(
                    w, y * w.stride_h - c.pad_top, x * w.stride_w - c.pad_left, c.dilation_h,
                    [&](int row, int column) {
                        const bool is_inside =
                            row >= 0 && row < c.rows && column >= 0 && column < c.width;
                        return is_inside ? c.pixels[(row * c.width + column) * channels + channel]
                                         : 0;
                    });
}

/// The same from the whole image, in which rows and columns outside are padding.
std::vector<int> expected(const image& from, const layer_case& c) {
    std::vector<int> made(std::size_t(c.rows_out * c.width_out * c.out_step), 77);
    for (int y = 0; y < c.rows_out; ++y)
        for (int x = 0; x < c.width_out; ++x)
            for (int channel = 0; channel < channels; ++channel)
                made[std::size_t((y * c.width_out + x) * c.out_step + channel)] = sum_taps(
                    c.window, c.first_row + y * c.window.stride_h,
                    x * c.window.stride_w - c.pad_left, c.window.dilation_h,
                    [&](int row, int column) {
                        const bool is_inside =
                            row >= 0 && row < height && column >= 0 && column < width;
                        return is_inside ? from.at[row * row_bytes + column * channels + channel]
                               : c.leaves_padding_out ? 0
                                                      : padding;
                    });
    return made;
}

struct outcome {
    std::vector<int> made;
    int calls = 0;
};
outcome called(const layer_case& c, const row_window<std::int8_t>& in) {
    const image_layer l = c.layer();
    std::vector<std::int8_t> out(std::size_t(c.rows_out * c.width_out * c.out_step), 77);
    std::int8_t panel[1000];
    outcome result;
    call_images(l, in, out.data(), c.rows_out, panel, [&](const image_call& made) {
        ++result.calls;
        call_library(c.window, made);
    });
    result.made.assign(out.begin(), out.end());
    return result;
}

/// Calls of a layer whose image lies whole in memory; -1 if the outputs are wrong.
int calls_of(const layer_case& c) {
    const image from;
    const outcome made = called(c, whole_window(from.at, c.first_row, height, row_bytes));
    return made.made == expected(from, c) ? made.calls : -1;
}
/// The same from a ring that holds all rows, of which row 4 is the first in memory.
int calls_in_ring(const layer_case& c) {
    const image from;
    std::int8_t ring[height * row_bytes];
    for (int i = 0; i < height * row_bytes; ++i)
        ring[(i + 2 * row_bytes) % (height * row_bytes)] = from.at[i];
    const int slot = (c.first_row + 2) % height;
    const outcome made = called(c, {.base = ring,
                                    .offset = slot * row_bytes,
                                    .row_elements = row_bytes,
                                    .ring_elements = height * row_bytes,
                                    .last = height - c.first_row,
                                    .wrap = height - slot});
    return made.made == expected(from, c) ? made.calls : -1;
}

constexpr ops::window three{.kernel_h = 3, .kernel_w = 3};
constexpr ops::window by_two{.kernel_h = 3, .kernel_w = 2, .stride_h = 2, .stride_w = 2};
constexpr ops::window apart{.kernel_h = 2, .kernel_w = 2, .dilation_h = 3, .dilation_w = 2};

}  // namespace

TEST_CASE("rows that lie in one block are one call") {
    CHECK(calls_of({.window = three, .rows_out = 4, .width_out = 5}) == 1);
    CHECK(calls_of({.window = by_two, .rows_out = 2, .width_out = 3}) == 1);
    CHECK(calls_of({.window = three, .first_row = 1, .rows_out = 2, .width_out = 5}) == 1);
}

TEST_CASE("where a ring wraps, rows are called one by one") {
    CHECK(calls_in_ring({.window = three, .rows_out = 4, .width_out = 5}) == 4);
    CHECK(calls_in_ring({.window = three, .first_row = 1, .rows_out = 1, .width_out = 5}) == 1);
}

TEST_CASE("padding is written for a library that knows none, and left out for another") {
    const layer_case padded{
        .window = three, .first_row = -1, .rows_out = 6, .width_out = 7, .pad_left = 1};
    layer_case left_out = padded;
    left_out.leaves_padding_out = true;
    CHECK(calls_of(padded) == 6);
    CHECK(calls_of(left_out) == 1);
    CHECK(calls_of({.window = by_two, .first_row = -2, .rows_out = 4, .pad_left = 1}) == 4);
}

TEST_CASE("slices of wider pixels are made pixel by pixel") {
    CHECK(calls_of({.window = three, .rows_out = 2, .width_out = 5, .out_step = 3}) == 2 * 5);
}

TEST_CASE("a library that knows no dilation gets copies of the rows under the taps") {
    layer_case dilated{.window = apart, .rows_out = 3, .width_out = 5};
    CHECK(calls_of(dilated) == 3);
    dilated.skips_rows = true;
    CHECK(calls_of(dilated) == 1);
}

TEST_CASE("a window of one row is read where it lies, whatever the row has beside it") {
    CHECK(calls_of({.window = {.kernel_w = 3}, .rows_out = 2, .width_out = 3}) == 2);
    CHECK(calls_of({.window = {.kernel_w = 3}, .rows_out = 2, .width_out = 4, .pad_left = -1}) ==
          2);
}

TEST_CASE("what overlaps its input is made row by row") {
    const image from;
    const image_layer l = layer_case{.window = three}.layer();
    const auto in = whole_window(from.at, 0, height, row_bytes);
    CHECK(overlaps_input(l, in, from.at + 3, 2));
    CHECK(overlaps_input(l, in, from.at + 4 * row_bytes - 1, 2));
    CHECK_FALSE(overlaps_input(l, in, from.at + 4 * row_bytes, 2));
    const auto later = whole_window(from.at, 2, height, row_bytes);
    CHECK_FALSE(overlaps_input(l, later, from.at, 2));
    CHECK(overlaps_input(l, later, from.at + 2 * row_bytes - 2 * 3 * channels + 1, 2));
}
