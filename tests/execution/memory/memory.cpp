// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/memory/memory.hpp>

#include <doctest/doctest.h>

#include <cstdint>

namespace {

using namespace tigris;
using namespace tigris::execution;

/// Buffers of a plan, each at the begin of the same bytes.
struct buffers_of_a_plan {
    planning::buffer_plan buffers[3]{
        {.rows = 8, .height = 8, .row_bytes = 2},  // whole
        {.rows = 3, .height = 8, .row_bytes = 2},  // a ring
        {.rows = 5, .height = 8, .row_bytes = 2},  // a ring
    };
};

struct rings {
    static constexpr buffers_of_a_plan plan{};
    int16_t* elements;

    template <int>
    unsigned char* base() const {
        return static_cast<unsigned char*>(static_cast<void*>(elements));
    }
    template <int Buffer>
    const unsigned char* begin() const {
        return base<Buffer>();
    }
};

/// Writes y + 1 to each row `y` from `first` on whose slot is not taken by a later one.
template <int Buffer, bool BottomUp>
void fill(const rings& memory, int first, int end) {
    for (int y = first; y < end; ++y) {
        const auto value = int16_t(y + 1);
        __builtin_memcpy(row_to_write<Buffer, BottomUp>(memory, y), &value, sizeof(value));
    }
}

}  // namespace

TEST_CASE("rows of a whole buffer have a slot each, those of a ring take turns") {
    for (int y = 0; y < 8; ++y) {
        CHECK(slot_of<0, false, rings>(y) == y);
        CHECK(slot_of<0, true, rings>(y) == y);
        CHECK(slot_of<1, false, rings>(y) == y % 3);
    }
}

TEST_CASE("bottom-up, neighboring rows of a ring lie as top-down: the lower one behind") {
    // The last row takes the last slot.
    CHECK(slot_of<1, true, rings>(7) == 2);
    CHECK(slot_of<1, true, rings>(6) == 1);
    CHECK(slot_of<1, true, rings>(5) == 0);
    CHECK(slot_of<1, true, rings>(4) == 2);
}

TEST_CASE("what is written to a row is read from it") {
    int16_t elements[8]{};
    const rings memory{elements};
    fill<1, false>(memory, 4, 7);
    for (int y = 4; y < 7; ++y) {
        int16_t read = 0;
        __builtin_memcpy(&read, row_to_read<1, false>(memory, y), sizeof(read));
        CHECK(read == y + 1);
    }
}

TEST_CASE("a window of a ring begins at its row, wraps, and ends with the image") {
    int16_t elements[8]{};
    const rings memory{elements};
    fill<2, false>(memory, 3, 8);
    const auto window = window_of<int16_t, 2, false>(memory, 3);
    for (int k = 0; k < 5; ++k) {
        REQUIRE(window(k));
        CHECK(*window(k) == 3 + k + 1);
    }
    CHECK(window(5) == nullptr);
}

TEST_CASE("rows above the image are padding") {
    int16_t elements[8]{};
    const rings memory{elements};
    fill<1, false>(memory, 0, 3);
    const auto in_ring = window_of<int16_t, 1, false>(memory, -2);
    CHECK(in_ring(0) == nullptr);
    CHECK(in_ring(1) == nullptr);
    REQUIRE(in_ring(2));
    CHECK(*in_ring(2) == 1);
    CHECK(*in_ring(4) == 3);
    fill<0, false>(memory, 0, 8);
    const auto whole = window_of<int16_t, 0, false>(memory, -1);
    CHECK(whole(0) == nullptr);
    CHECK(*whole(1) == 1);
    CHECK(*whole(8) == 8);
    CHECK(whole(9) == nullptr);
}

TEST_CASE("bottom-up, a window of a ring has the rows that the ring holds") {
    int16_t elements[8]{};
    const rings memory{elements};
    fill<2, true>(memory, 2, 7);
    const auto window = window_of<int16_t, 2, true>(memory, 2);
    for (int k = 0; k < 5; ++k) CHECK(*window(k) == 2 + k + 1);
}
