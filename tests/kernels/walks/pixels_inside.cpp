// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/walks/pixels_inside.hpp>

#include <helpers/check.hpp>

using namespace tigris;
using namespace tigris::kernels;

namespace {

struct row {
    int32_t width_in = 0;
    int32_t width_out = 0;
    int32_t pad_left = 0;
};

/// The range holds a pixel exactly where its window's first and last columns are in the image.
template <window_key W>
constexpr bool holds_whole_windows(int widest) {
    for (int width = 1; width <= widest; ++width)
        for (int pad = -2; pad <= 3; ++pad)
            for (int out = 1; out <= widest; ++out) {
                const pixel_range inside = pixels_inside<W>(row{width, out, pad});
                for (int x = 0; x < out; ++x) {
                    const int first = x * W.stride_w - pad;
                    const int last = first + (W.kernel_w - 1) * W.dilation_w;
                    if (inside.holds(x) != (first >= 0 && last < width)) return false;
                }
                if (inside.behind > out) return false;
            }
    return true;
}

constexpr window_key wide{.kernel_w = 3, .stride_w = 2}, one{}, jumping{.stride_w = 3},
    dilated{.kernel_w = 2, .stride_w = 1, .dilation_w = 4};

}  // namespace

TEST_CASE("pixels inside are those whose windows need no padding") {
    TIGRIS_CHECK(holds_whole_windows<wide>, 4);
    TIGRIS_CHECK(holds_whole_windows<dilated>, 4);
    CHECK(holds_whole_windows<one>(9));
    CHECK(holds_whole_windows<jumping>(9));
    CHECK(holds_whole_windows<wide>(9));
    CHECK(holds_whole_windows<dilated>(9));
}

TEST_CASE("a window wider than the image is inside nowhere") {
    constexpr pixel_range inside = pixels_inside<window_key{.kernel_w = 9}>(row{4, 4, 4});
    TIGRIS_HOLDS(inside.behind == 0 && !inside.holds(0));
}
