// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/fast_float/tap_spans.hpp>

#include <doctest/doctest.h>

#include <utility>
#include <vector>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::kernels::fast_float_kernels;

namespace {

/// Rows of five pixels of two floats: element c of pixel x of row y is 100 * y + 10 * x + c.
constexpr int32_t width = 5, channels = 2, height = 4;
struct image {
    float at[height][width][channels];

    image() {
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x)
                for (int c = 0; c < channels; ++c) at[y][x][c] = float(100 * y + 10 * x + c);
    }
    row_window<float> from(int32_t row) const {
        return whole_window(&at[0][0][0], row, height, width * channels);
    }
};

/// The first float of each span, and the bytes of weights before those of the span.
using spans_found = std::vector<std::pair<float, int32_t>>;

/// Spans of the window whose first row is `row` of the image, and whose first column is `column`.
/// The weights of a tap take 8 bytes.
template <window_key W, bool ByTap>
spans_found spans_of(int32_t row, int32_t column) {
    constexpr int32_t most = W.kernel_h * W.kernel_w;
    const image pixels;
    tap_spans<most> spans;
    const tap_range inside = taps_inside(column, width, W.kernel_w, W.dilation_w);
    find_spans<W, ByTap>(spans, pixels.from(row), 0, column, inside, channels, 8);
    spans_found found;
    for (const tap_span* s = spans.at; s->x; ++s) found.push_back({*s->x, s->skip_bytes});
    return found;
}

constexpr window_key three{.kernel_h = 3, .kernel_w = 3};
constexpr window_key apart{.kernel_h = 2, .kernel_w = 2, .dilation_h = 2, .dilation_w = 3};

}  // namespace

TEST_CASE("a window of neighbors has a span a row, one of other taps a span a tap") {
    CHECK(most_spans(three) == 3);
    CHECK(most_spans(apart) == 4);
    CHECK(most_spans({.kernel_h = 2, .kernel_w = 3, .dilation_h = 2}) == 2);
}

TEST_CASE("rows of a window begin at its column, and weights at the kernel's row") {
    CHECK(spans_of<three, false>(1, 2) == spans_found{{120, 0}, {220, 24}, {320, 48}});
}

TEST_CASE("padding has no span: neither rows above the image nor columns beside it") {
    CHECK(spans_of<three, false>(-1, 0) == spans_found{{0, 24}, {100, 48}});
    CHECK(spans_of<three, false>(2, -1) == spans_found{{200, 8}, {300, 32}});
    CHECK(spans_of<three, false>(0, 4) == spans_found{{40, 0}, {140, 24}, {240, 48}});
    CHECK(spans_of<three, false>(0, -3).empty());
    CHECK(spans_of<three, false>(4, 0).empty());
}

TEST_CASE("taps that lie apart are found one by one") {
    CHECK(spans_of<apart, true>(0, 1) == spans_found{{10, 0}, {40, 8}, {210, 16}, {240, 24}});
    CHECK(spans_of<apart, true>(1, -2) == spans_found{{110, 8}, {310, 24}});
    CHECK(spans_of<apart, true>(3, 3) == spans_found{{330, 0}});
}

TEST_CASE("a window may begin at a later row of a call") {
    const image pixels;
    tap_spans<9> spans;
    find_spans<three, true>(spans, pixels.from(0), 2, 0, {0, 1}, channels, 8);
    CHECK((*spans.at[0].x == 200 && *spans.at[1].x == 300 && spans.at[2].x == nullptr));
}
