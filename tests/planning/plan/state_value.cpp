// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/plan/state_value.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::planning;

namespace {

constexpr buffer_plan old_value{.last_segment = 2, .height = 8, .own_row_bytes = 16};
constexpr buffer_plan new_value{.first_segment = 2, .height = 8, .own_row_bytes = 16};

constexpr segment_plan segment_of(int tasks) {
    segment_plan s{};
    s.begin = 4, s.end = int16_t(4 + tasks);
    return s;
}

}  // namespace

TEST_CASE("a new value may lie where the old one was read for the last time before") {
    buffer_plan from = old_value;
    from.last_segment = 1;
    CHECK(may_overwrite(from, new_value, segment_of(3), false));
    from.last_segment = 3;
    CHECK_FALSE(may_overwrite(from, new_value, segment_of(1), true));
}

TEST_CASE("in the same segment, each row is written over its own") {
    CHECK(may_overwrite(old_value, new_value, segment_of(1), true));
    CHECK_FALSE(may_overwrite(old_value, new_value, segment_of(1), false));
    CHECK_FALSE(may_overwrite(old_value, new_value, segment_of(2), true));
    segment_plan strips = segment_of(1), up = segment_of(1);
    strips.strips = 2, up.bottom_up = true;
    CHECK_FALSE(may_overwrite(old_value, new_value, strips, true));
    CHECK_FALSE(may_overwrite(old_value, new_value, up, true));
    buffer_plan narrower = new_value;
    narrower.own_row_bytes = 8;
    CHECK_FALSE(may_overwrite(old_value, narrower, segment_of(1), true));
}
