// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/memory/hydration.hpp>

#include <doctest/doctest.h>

#include <cstring>

using namespace tigris;

namespace {

/// Two blocks of staged constants, of which the second one has an odd number of bytes.
struct two_blocks {
    static constexpr bool has_addressable_sources = true;

    unsigned char from[2][8]{{1, 2, 3, 4, 5, 6, 7, 8}, {9, 10, 11, 12, 13, 14, 15, 16}};
    unsigned char to[2][8]{};
    execution::hydration_latch<true> latch;

    template <class Visit>
    void for_each_staged(const Visit& visit) {
        visit({.arena = 1, .to = to[0], .from = from[0], .bytes = 8});
        visit({.arena = 2, .to = to[1], .from = from[1], .bytes = 5});
    }
    void mark_hydrated() { latch.mark_hydrated(); }
};

constexpr memory_map board{{{.name = "RAM", .bytes = 100},
                            {.name = "FLASH", .bytes = 100, .is_writable = false},
                            {.name = "QSPI", .bytes = 100, .is_addressable = false}}};

/// A model whose staged constants come from flash, and from there and another memory.
struct from_flash {
    static constexpr sized_array<staged_constants, 1> staged{{{.memory = "FLASH"}}};
};
struct from_both {
    static constexpr sized_array<staged_constants, 2> staged{
        {{.memory = "FLASH"}, {.memory = "QSPI"}}};
};
struct from_nowhere {};

constexpr target on_board{.memories = &board};

}  // namespace

TEST_CASE("staged constants are there once somebody says so, until they are gone again") {
    execution::hydration_latch<true> latch;
    CHECK_FALSE(latch.is_hydrated());
    latch.mark_hydrated();
    CHECK(latch.is_hydrated());
    latch.clear_hydrated();
    CHECK_FALSE(latch.is_hydrated());
}

TEST_CASE("what stages nothing is always ready") {
    static_assert(execution::hydration_latch<false>::is_hydrated());
    execution::hydration_latch<false>::clear_hydrated();
    CHECK(execution::hydration_latch<false>::is_hydrated());
}

TEST_CASE("init copies each block, all of its bytes and no more") {
    two_blocks memory;
    copy_constants::hydrate(memory);
    CHECK(std::memcmp(memory.to[0], memory.from[0], 8) == 0);
    CHECK(std::memcmp(memory.to[1], memory.from[1], 5) == 0);
    for (int i = 5; i < 8; ++i) CHECK(memory.to[1][i] == 0);
    CHECK(memory.latch.is_hydrated());
}

TEST_CASE("constants that were there before are not copied over") {
    two_blocks memory;
    preloaded_constants::hydrate(memory);
    for (const unsigned char byte : memory.to[0]) CHECK(byte == 0);
    CHECK(memory.latch.is_hydrated());
}

TEST_CASE("the core reads all memories but those that say that it cannot") {
    CHECK(execution::is_addressable(&board, "RAM"));
    CHECK(execution::is_addressable(&board, "FLASH"));
    CHECK_FALSE(execution::is_addressable(&board, "QSPI"));
    CHECK(execution::is_addressable(&board, "elsewhere"));
    CHECK(execution::is_addressable(nullptr, "QSPI"));
}

TEST_CASE("constants are read by the core if all blocks are in memories that it reads") {
    using execution::has_addressable_sources;
    static_assert(has_addressable_sources<from_flash{}, on_board>());
    static_assert(!has_addressable_sources<from_both{}, on_board>());
    static_assert(has_addressable_sources<from_both{}, target{}>());
    static_assert(has_addressable_sources<from_nowhere{}, on_board>());
    CHECK(true);
}
