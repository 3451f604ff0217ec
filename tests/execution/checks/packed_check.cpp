// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/checks/packed_check.hpp>

#include <helpers/found_fault.hpp>
#include <helpers/two_depthwise.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;

namespace {

constexpr auto base = two_depthwise::model;

/// Constants 0 and 4, the weights of both layers, are a group each. The second group begins at byte
/// `Second` of the prefix, and the first one ends at byte 90.
template <int Second>
struct packed_weights : two_depthwise::model_type {
    static constexpr sized_array<constant_place, 5> constant_places{
        {{.source = 0}, {}, {}, {}, {.source = 1}}};
    static constexpr sized_array<packed_constants, 2> packed{
        {{.packed_bytes = 80, .bytes = 90, .offset = 0},
         {.packed_bytes = 80, .bytes = 90, .offset = Second}}};
    static constexpr int64_t prefix_bytes = 192;
};
constexpr packed_weights<90> apart{};
constexpr packed_weights<89> shared{};

/// Group 0 comes after a block of staged constants.
struct after_staged : two_depthwise::model_type {
    static constexpr sized_array<constant_place, 5> constant_places{
        {{.source = 1}, {.source = 0}, {}, {}, {}}};
    static constexpr sized_array<staged_constants, 1> staged{{{"FLASH", "DTCM", nullptr, 40}}};
    static constexpr sized_array<packed_constants, 1> packed{{{.bytes = 90}}};
};
constexpr after_staged mixed{};

/// With unlimited memory each layer is a segment; with least memory both are one.
constexpr target least{.fast = uint64_t(smallest_fast_bytes<apart>)};
template <auto Model>
constexpr int segments = plan_of<Model, least>.segment_count;

constexpr packed_constants group(int32_t offset, int32_t bytes) {
    return {.bytes = bytes, .offset = offset};
}

}  // namespace

TEST_CASE("a step reads the groups that its own constants lie in") {
    CHECK(reads_group<apart>(0, 0));
    CHECK_FALSE(reads_group<apart>(0, 1));
    CHECK_FALSE(reads_group<apart>(1, 0));
    CHECK(reads_group<apart>(1, 1));
}

TEST_CASE("groups are counted after the blocks of staged constants") {
    static_assert(staged_count<mixed> == 1 && packed_count<mixed> == 1);
    CHECK(reads_group<mixed>(0, 0));
    CHECK_FALSE(reads_group<mixed>(1, 0));
}

TEST_CASE("groups share bytes if each begins before the other one ends") {
    CHECK(share_bytes(group(0, 16), group(15, 16)));
    CHECK(share_bytes(group(15, 16), group(0, 16)));
    CHECK(share_bytes(group(0, 64), group(16, 16)));
    CHECK_FALSE(share_bytes(group(0, 16), group(16, 16)));
    CHECK_FALSE(share_bytes(group(16, 16), group(0, 16)));
}

TEST_CASE("one segment of both layers reads both groups") {
    REQUIRE(segments<apart> == 1);
    CHECK(segment_reads_group<apart, least>(0, 0));
    CHECK(segment_reads_group<apart, least>(0, 1));
}

TEST_CASE("a segment of one layer reads one group") {
    REQUIRE(plan_of<shared>.segment_count == 2);
    CHECK(segment_reads_group<shared, target{}>(0, 0));
    CHECK_FALSE(segment_reads_group<shared, target{}>(0, 1));
    CHECK(segment_reads_group<shared, target{}>(1, 1));
}

TEST_CASE("groups may share a place unless one segment reads both") {
    CHECK(have_groups_room<shared, target{}>());
    CHECK(test::finds_nothing<fault_of_packed<shared, target{}>()>);
    REQUIRE(segments<shared> == 1);
    CHECK_FALSE(have_groups_room<shared, least>());
    CHECK(test::finds<room_for_groups<packed_weights<89>>, fault_of_packed<shared, least>()>);
}

TEST_CASE("groups side by side have room in any segment") {
    CHECK(have_groups_room<apart, least>());
    CHECK(test::finds_nothing<fault_of_packed<apart, least>()>);
    CHECK(test::finds_nothing<fault_of_packed<base, least>()>);
}
