// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/walks/space_walk.hpp>

#include <helpers/check.hpp>

using namespace tigris;
using namespace tigris::kernels;

namespace {

/// The number of the input's position from which an output position reads: a search among all, each
/// at as many fine steps as the upsampling says.
constexpr int searched(const space_window& w, const space_place& y, const space_place& tap) {
    int number = 0;
    for (int d = 0; d < w.in.space[0]; ++d)
        for (int r = 0; r < w.in.space[1]; ++r)
            for (int c = 0; c < w.in.space[2]; ++c, ++number) {
                const int at[]{d, r, c};
                bool reads = true;
                for (int axis = 0; axis < 3; ++axis)
                    reads = reads && at[axis] * w.upsampling[axis] ==
                                         y.at[axis] * w.strides[axis] +
                                             tap.at[axis] * w.dilations[axis] - w.pads[axis];
                if (reads) return number;
            }
    return -1;
}

constexpr bool sources_are_found(const space_window& w) {
    space_place y;
    do {
        space_place tap;
        do {
            if (source_of(w, y, tap) != searched(w, y, tap)) return false;
        } while (tap.advance(w.kernel));
    } while (y.advance(w.out.space));
    return true;
}

constexpr space_window strided{.in = {.space = {2, 3, 5}},
                               .out = {.space = {2, 2, 3}},
                               .kernel = {2, 3, 2},
                               .strides = {{1, 2, 2}},
                               .dilations = {{1, 1, 3}},
                               .pads = {{1, 1, 2}}};
constexpr space_window upsampled{.in = {.space = {1, 2, 3}},
                                 .out = {.space = {1, 5, 8}},
                                 .kernel = {1, 3, 2},
                                 .upsampling = {{1, 2, 3}},
                                 .pads = {{0, 1, 1}}};

}  // namespace

TEST_CASE("a tap reads the position that a search among all finds, or padding") {
    TIGRIS_CHECK(sources_are_found, strided);
    TIGRIS_CHECK(sources_are_found, upsampled);
}

TEST_CASE("taps of upsampled inputs hit only every so many positions") {
    int hits = 0;
    for (int column = 0; column < 8; ++column)
        hits += source_of(upsampled, {{0, 1, column}}, {}) >= 0;
    CHECK(hits == 3);  // fine columns 0, 3 and 6 of -1 .. 6
    CHECK(upsampled.taps() == 6);
}

TEST_CASE("positions are numbered in the order in which they advance") {
    constexpr int32_t extents[]{2, 3, 4};
    space_place place;
    for (int k = 0; k < 24; ++k) {
        CHECK(number_of(place.at, extents) == k);
        CHECK(place.advance(extents) == (k < 23));
    }
    CHECK(number_of(place.at, extents) == 0);
}
