// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/walks/slices.hpp>

#include <helpers/check.hpp>

using namespace tigris::kernels;

namespace {

constexpr int number(int i) { return 10 + i; }

/// Two rows of three pixels, two elements each.
template <int Stride>
constexpr bool writes_slices(int untouched) {
    constexpr int step = Stride ? Stride : 2;
    int out[6 * step]{};
    for (int& element : out) element = untouched;
    int* end = write_row<Stride>(out, 6, 2, number);
    end = write_row<Stride>(end, 6, 2, [](int i) { return number(6 + i); });
    if (end != out + 6 * step) return false;
    for (int i = 0; i < 6 * step; ++i) {
        const int pixel = i / step, channel = i % step;
        if (out[i] != (channel < 2 ? number(pixel * 2 + channel) : untouched)) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("a dense row is one span, one of slices a span for each pixel") {
    TIGRIS_HOLDS(spans_of_row(0, 12, 3).elements == 12);
    TIGRIS_HOLDS(spans_of_row(0, 12, 3).step == 12);
    TIGRIS_HOLDS(spans_of_row(8, 12, 3).elements == 3);
    TIGRIS_HOLDS(spans_of_row(8, 12, 3).step == 8);
}

TEST_CASE("rows of slices leave the rest of each pixel alone") {
    TIGRIS_CHECK(writes_slices<0>, -1);
    TIGRIS_CHECK(writes_slices<2>, -1);
    TIGRIS_CHECK(writes_slices<5>, -1);
}
