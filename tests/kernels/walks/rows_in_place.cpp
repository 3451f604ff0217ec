// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/walks/rows_in_place.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;

namespace {

struct layer {
    int32_t width_in = 4;
    int32_t width_out = 4;
    int32_t channels_in = 3;
    int32_t pad_left = 0;
};

constexpr window_key one{}, every_second{.stride_h = 2, .stride_w = 2};
float image[64]{};

/// Whether each pixel of `row_count` rows is made of one of the image.
template <window_key W>
bool reads_only_pixels(const layer& l, const row_window<float>& in, int32_t row_count) {
    for (int y = 0; y < row_count; ++y)
        for (int x = 0; x < l.width_out; ++x) {
            const int column = x * W.stride_w - l.pad_left;
            if (!in(y * W.stride_h) || column < 0 || column >= l.width_in) return false;
        }
    return true;
}

/// A ring of three rows that holds rows 0 .. 2, of which row `wrap` lies at its begin.
row_window<float> ring(int32_t wrap) {
    return {.base = image,
            .offset = (3 - wrap) * 12,
            .row_elements = 12,
            .ring_elements = 36,
            .last = 3,
            .wrap = wrap};
}

}  // namespace

TEST_CASE("a call is without padding where each of its pixels is one of the image") {
    int different = 0;
    for (int first = -1; first <= 3; ++first)
        for (int count = 1; count <= 4; ++count)
            for (int pad = -2; pad <= 1; ++pad)
                for (int width_out = 1; width_out <= 6; ++width_out) {
                    const layer l{.width_out = width_out, .pad_left = pad};
                    const auto in = whole_window<float>(image, first, 4, 12);
                    different += is_without_padding<one>(l, in, count) !=
                                 reads_only_pixels<one>(l, in, count);
                }
    CHECK(different == 0);
}

TEST_CASE("rows that are jumped over need not exist") {
    const layer l{.width_out = 2};
    CHECK(is_without_padding<every_second>(l, whole_window<float>(image, 0, 3, 12), 2));
    CHECK_FALSE(is_without_padding<every_second>(l, whole_window<float>(image, 0, 2, 12), 2));
}

TEST_CASE("a span ends where a ring wraps") {
    const layer l{};
    for (int wrap = 1; wrap <= 3; ++wrap)
        for (int y = 0; y < 3; ++y) {
            int rows = 1;
            while (y + rows < 3 && ring(wrap)(y + rows) == ring(wrap)(y) + rows * 12) ++rows;
            CHECK(rows_in_span<one>(l, ring(wrap), y, 3) == rows);
        }
}

TEST_CASE("rows are taken one by one where not all that lies between them is read") {
    const auto in = whole_window<float>(image, 0, 4, 12);
    CHECK(rows_in_span<one>(layer{}, in, 0, 4) == 4);
    CHECK(rows_in_span<one>(layer{}, in, 1, 3) == 2);
    CHECK(rows_in_span<one>(layer{.width_out = 3}, in, 0, 4) == 1);
    CHECK(rows_in_span<every_second>(layer{}, in, 0, 2) == 1);
    CHECK(rows_in_span<one>(layer{}, whole_window<float>(image, 0, 4, 16), 0, 4) == 1);
}
