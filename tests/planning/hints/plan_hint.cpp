// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/planning/hints/plan_hint.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::planning;

TEST_CASE("a hint exists that has segments") {
    constexpr segment_hint segments[]{{1}};
    static_assert(!plan_hint{}.exists());
    static_assert(plan_hint{.segments = view_of(segments)}.exists());
    CHECK(true);
}

TEST_CASE("memories, backend, modes and alignment are the key of a hint") {
    constexpr target board{.fast = 100, .slow = 10, .alignment = 4};
    target other = board;
    other.flash = 1;
    other.optimize = optimize::size;
    CHECK(same_key(board, other));
    other.fast = 99;
    CHECK_FALSE(same_key(board, other));
    CHECK(same_but_fast(board, other));
    other = board, other.slow = 11;
    CHECK_FALSE(same_but_fast(board, other));
    other = board, other.input = io::rows;
    CHECK_FALSE(same_but_fast(board, other));
    other = board, other.output = io::arena;
    CHECK_FALSE(same_but_fast(board, other));
    other = board, other.alignment = 8;
    CHECK_FALSE(same_but_fast(board, other));
    other = board, other.backend = backend{7};
    CHECK_FALSE(same_but_fast(board, other));
    other = board, other.workers = 2;
    CHECK_FALSE(same_but_fast(board, other));
}

TEST_CASE("a hint with less scratch is for targets that let kernels give way") {
    constexpr target board{.scratch = 100};
    CHECK(may_limit_scratch(board, 100));
    CHECK(may_limit_scratch(board, 99));
    CHECK_FALSE(may_limit_scratch(board, 101));
    constexpr target strict{.scratch = 100, .forbid_fallback = true};
    CHECK(may_limit_scratch(strict, 100));
    CHECK_FALSE(may_limit_scratch(strict, 99));
    CHECK(with_scratch(board, 99).scratch == 99);
    CHECK(with_scratch(board, 101).scratch == 100);
}

TEST_CASE("hints are for equal memories, wherever these are written down") {
    static constexpr memory_map map{{{.name = "TCM", .bytes = 64}}},
        same = map, larger{{{.name = "TCM", .bytes = 65}}};
    constexpr target board{.memories = &map};
    CHECK(same_key(board, {.memories = &same}));
    CHECK_FALSE(same_key(board, {.memories = &larger}));
    CHECK_FALSE(same_key(board, {}));
    CHECK_FALSE(same_key({}, board));
}

TEST_CASE("hints are for equal rules, wherever these are written down") {
    static constexpr placement_rules rules{{{.id = "x", .memory = "TCM"}}},
        same = rules, others{{{.id = "y", .memory = "TCM"}}};
    constexpr target board{.placement = &rules};
    CHECK(same_key(board, {.placement = &same}));
    CHECK_FALSE(same_key(board, {.placement = &others}));
    CHECK_FALSE(same_key(board, {}));
    CHECK_FALSE(same_key({}, board));
}
