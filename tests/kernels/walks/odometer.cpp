// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/walks/odometer.hpp>

#include <helpers/check.hpp>

using namespace tigris;
using namespace tigris::kernels;

namespace {

constexpr int32_t extents[]{2, 1, 3, 4};

/// The kth place has the digits of k.
constexpr bool counts_up(int places) {
    odometer place;
    for (int k = 0; k < places; ++k) {
        const int32_t digits[]{k / 12, 0, k / 4 % 3, k % 4};
        for (int axis = 0; axis < 4; ++axis)
            if (place.at[axis] != digits[axis]) return false;
        if (place.advance(extents, 4) != (k + 1 < places)) return false;
    }
    return true;
}

/// Strides of a row-major tensor number the places, and others address them.
constexpr bool offsets_add_up(int places) {
    constexpr int32_t dense[]{12, 12, 4, 1}, backward[]{1, 100, -2, 6};
    odometer place;
    for (int k = 0; k < places; ++k, place.advance(extents, 4)) {
        if (place.offset(dense, 4) != k) return false;
        if (place.offset(backward, 4) != k / 12 - 2 * (k / 4 % 3) + 6 * (k % 4)) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("places follow each other, the last axis fastest") { TIGRIS_CHECK(counts_up, 24); }

TEST_CASE("behind the last place comes the first") {
    odometer place;
    while (place.advance(extents, 4)) {
    }
    for (const int32_t at : place.at) CHECK(at == 0);
}

TEST_CASE("the offset of a place is the sum over its axes") {
    TIGRIS_CHECK(offsets_add_up, 24);
    odometer place;
    place.advance(extents, 4);
    CHECK(place.offset(extents, 3) == 0);  // axis 3 is not asked for
}

TEST_CASE("a scalar has one place") {
    odometer place;
    CHECK_FALSE(place.advance(extents, 0));
    CHECK(place.offset(extents, 0) == 0);
}
