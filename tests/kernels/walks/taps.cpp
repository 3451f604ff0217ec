// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/walks/taps.hpp>

#include <helpers/check.hpp>

using namespace tigris::kernels;

namespace {

/// Taps inside are those that a look at each of them finds, for every place of a window of up to 4
/// taps beside and on a row of up to `widest` pixels.
constexpr bool taps_are_those_inside(int widest) {
    for (int width = 1; width <= widest; ++width)
        for (int kernel = 1; kernel <= 4; ++kernel)
            for (int dilation = 1; dilation <= 3; ++dilation)
                for (int column = -12; column <= width + 3; ++column) {
                    const tap_range found = taps_inside(column, width, kernel, dilation);
                    int count = 0;
                    for (int k = 0; k < kernel; ++k) {
                        const int read = column + k * dilation;
                        const bool inside = read >= 0 && read < width;
                        if (inside != (k >= found.first && k < found.last)) return false;
                        count += inside;
                    }
                    if (found.count() != count) return false;
                }
    return true;
}

}  // namespace

TEST_CASE("taps inside are those whose column is one of the image's") {
    TIGRIS_CHECK(taps_are_those_inside, 2);
    CHECK(taps_are_those_inside(9));
}

TEST_CASE("a window that jumps over a narrow image reads nothing") {
    TIGRIS_HOLDS(taps_inside(-1, 1, 2, 3).count() == 0);
    TIGRIS_HOLDS(taps_inside(-3, 1, 2, 3).first == 1);
}
