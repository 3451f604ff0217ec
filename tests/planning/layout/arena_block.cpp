// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/layout/arena_block.hpp>

#include <doctest/doctest.h>

#include <random>

using namespace tigris;
using namespace tigris::planning;

namespace {

/// Whether blocks at these offsets have a byte in common, byte by byte.
bool share_a_byte(std::int64_t a, std::int64_t a_bytes, std::int64_t b, std::int64_t b_bytes) {
    for (std::int64_t at = a; at < a + a_bytes; ++at)
        if (at >= b && at < b + b_bytes) return true;
    return false;
}

block at(std::int64_t offset, std::int64_t bytes, int id) {
    return {.bytes = bytes, .offset = offset, .id = std::int16_t(id)};
}

/// An output of 12 bytes whose input dies while it is made: it begins at least 4 bytes before that,
/// or ends at least `up` bytes behind it.
block output_over(int partner, std::int64_t up) {
    block made = at(0, 12, 1);
    made.partner = std::int16_t(partner);
    made.down = 4;
    made.up = up;
    return made;
}

/// Of equal size, and only in the same place.
block output_at_input(int partner) {
    block made = at(0, 16, 1);
    made.partner = std::int16_t(partner);
    made.same_place = true;
    return made;
}

space banks_of_16_and_8() {
    space s{.count = 2};
    s.banks[0] = {.begin = 0, .end = 16, .region = 0};
    s.banks[1] = {.begin = 16, .end = 24, .region = 1};
    return s;
}

}  // namespace

TEST_CASE("blocks are kept apart exactly where they would share a byte") {
    int different = 0;
    for (int bytes = 1; bytes <= 5; ++bytes)
        for (int placed = 1; placed <= 5; ++placed)
            for (int offset = 0; offset <= 20; ++offset)
                different += forbidden_for(at(0, bytes, 1), at(8, placed, 2)).contain(offset) !=
                             share_a_byte(offset, bytes, 8, placed);
    CHECK(different == 0);
}

TEST_CASE("an output that needs its input's place lies there, or shares no byte with it") {
    const block input = at(20, 16, 7);
    for (int offset = 0; offset <= 50; ++offset) {
        block made = output_at_input(7), other = output_at_input(8), in = input;
        made.offset = other.offset = in.offset = offset;
        const bool overlaps = share_a_byte(offset, 16, 20, 16);
        CHECK(collides(made, input) == (overlaps && offset != 20));
        CHECK(collides(other, input) == overlaps);
        block placed = output_at_input(7);
        placed.offset = 20;
        CHECK(collides(in, placed) == (overlaps && offset != 20));
    }
}

TEST_CASE("an output may overlap the input that dies, by all but its distance") {
    const block input = at(20, 16, 7);
    for (int offset = 0; offset <= 50; ++offset) {
        const bool is_before = offset + 4 <= 20;
        const bool is_behind = offset + 12 >= 20 + 16 + 2;
        CHECK(forbidden_for(output_over(7, 2), input).contain(offset) == !(is_before || is_behind));
        const bool is_past = offset >= 20 + 16;  // where it may not go up
        CHECK(forbidden_for(output_over(7, -1), input).contain(offset) == !(is_before || is_past));
        const bool overlaps = share_a_byte(offset, 12, 20, 16);
        CHECK(forbidden_for(output_over(8, 2), input).contain(offset) == overlaps);
    }
}

TEST_CASE("whichever of two blocks is placed first, the same offsets are forbidden") {
    for (const std::int64_t up : {-1, 0, 3, 9})
        for (const int partner : {7, 8})
            for (int output = 0; output <= 50; ++output) {
                const block input = at(20, 16, 7);
                block placed = output_over(partner, up);
                placed.offset = output;
                CHECK(forbidden_for(output_over(partner, up), input).contain(output) ==
                      forbidden_for(input, placed).contain(20));
            }
}

TEST_CASE("blocks of one segment are live together, of one task's bits only where they conflict") {
    std::mt19937 random(3);
    for (int i = 0; i < 2000; ++i) {
        block a = at(0, 4, 1), b = at(0, 4, 2);
        for (block* each : {&a, &b}) {
            each->first_segment = std::int16_t(random() % 6);
            each->last_segment = std::int16_t(each->first_segment + int(random() % 3));
            if (random() % 2) each->bit = local_set(1) << random() % 4;
            each->conflicts = random() % 16;
        }
        bool meet = false;
        for (int s = a.first_segment; s <= a.last_segment; ++s)
            meet = meet || (s >= b.first_segment && s <= b.last_segment);
        const bool apart = a.bit && b.bit && !(a.conflicts & b.bit) && !(b.conflicts & a.bit);
        CHECK(live_together(a, b) == (meet && !apart));
        CHECK(live_together(a, b) == live_together(b, a));
    }
}

TEST_CASE("a block straddles where it has bytes in two banks") {
    const space where = banks_of_16_and_8();
    for (int bytes = 1; bytes <= 8; ++bytes)
        for (int offset = 0; offset <= 24; ++offset)
            CHECK(straddles(at(offset, bytes, 1), where) ==
                  (share_a_byte(offset, bytes, 0, 16) && share_a_byte(offset, bytes, 16, 100)));
    CHECK_FALSE(straddles(at(100, 8, 1), space{}));
}

TEST_CASE("a pinned block has no byte in another region's bank") {
    const space where = banks_of_16_and_8();
    for (int region = -1; region <= 1; ++region)
        for (int bytes = 1; bytes <= 8; ++bytes)
            for (int offset = 0; offset <= 24; ++offset) {
                block b = at(offset, bytes, 1);
                b.region = std::int8_t(region);
                const bool in_first = share_a_byte(offset, bytes, 0, 16);
                const bool in_second = share_a_byte(offset, bytes, 16, 8);
                const bool expected = region < 0 || !(region == 0 ? in_second : in_first);
                CHECK(is_where_pinned(b, where) == expected);
            }
}

TEST_CASE("an arena ends behind its highest block, which need not be the last") {
    const block blocks[]{at(8, 8, 1), at(0, 40, 2), at(20, 4, 3)};
    CHECK(end_of({blocks, 3}) == 40);
    CHECK(end_of({blocks, 0}) == 0);
}
