// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/plans/memories_left.hpp>

#include <helpers/running_sum.hpp>
#include <helpers/staged_layers.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;

namespace {

using test::staged_layers;
constexpr staged_layers staged{};
constexpr target board = staged_layers::default_target;  // DTCM, SRAM, FLASH
constexpr test::running_sum<dtype::f32, 0, false> sum{};

/// The same with memory for two values of its state.
struct two_values : test::running_sum<dtype::f32, 0, false> {
    static constexpr int values_of_states = 2;
};

/// Packed constants of a model with the other constants of staged_layers.
struct packed_layers : staged_layers {
    static constexpr sized_array<packed_constants, 1> packed{{{.bytes = 60}}};
    static constexpr int64_t prefix_bytes = 64;
};
constexpr packed_layers packed{};

template <uint64_t Bytes>
inline constexpr memory_map with_dtcm{
    {{.name = "DTCM", .bytes = Bytes},
     {.name = "SRAM", .bytes = 1000, .read_cost = 125, .write_cost = 125},
     {.name = "FLASH", .bytes = 1 << 20, .is_writable = false}}};
template <uint64_t Bytes>
inline constexpr target with_dtcm_of{.alignment = 32, .memories = &with_dtcm<Bytes>};

constexpr int64_t weights = 900;

}  // namespace

TEST_CASE("constants are copied to memories that hold activations, by their names") {
    CHECK(find_destination(board.memories, "DTCM") == 0);
    CHECK(find_destination(board.memories, "SRAM") == 1);
    CHECK(find_destination(board.memories, "FLASH") == -1);  // read-only
    CHECK(find_destination(board.memories, "elsewhere") == -1);
    CHECK(find_destination(nullptr, "DTCM") == -1);
}

TEST_CASE("nothing is left of less than what is taken") {
    static_assert(less(10, 3) == 7 && less(3, 3) == 0 && less(3, 10) == 0);
    CHECK(true);
}

TEST_CASE("a block that has no room is lost, one that fills its memory is not") {
    static_assert(find_lost_block<staged, board>() == -1);
    static_assert(find_lost_block<staged, with_dtcm_of<weights>>() == -1);
    static_assert(find_lost_block<staged, with_dtcm_of<weights - 1>>() == 0);
    static constexpr memory_map other{{{.name = "RAM", .bytes = 1 << 20}}};
    static_assert(find_lost_block<staged, target{.memories = &other}>() == 0);
    CHECK(true);
}

TEST_CASE("copied and cold constants are taken of their memories") {
    static_assert(staged_region<staged, board, 0> == 0);
    static_assert(find_staged<staged, board>(0) == 0 && find_staged<staged, board>(1) == -1);
    constexpr taken_bytes taken = taken_by_constants<staged, board>;
    static_assert(taken.of[0] == weights && taken.of[1] == 8 && taken.of[2] == 0);
    CHECK(true);
}

TEST_CASE("memories are left without constants, states and a prefix") {
    constexpr memory_map left = memories_left<packed, board>;
    static_assert(left[0].bytes == (64 << 10) - weights - 64);
    static_assert(left[1].bytes == (256 << 10) - 8);
    static_assert(left[2].bytes == (*board.memories)[2].bytes);
    constexpr memory_map of_sum = memories_left<sum, board>;
    static_assert(of_sum[0].bytes == (64 << 10) - bytes_left_for_states<sum, board>());
    static_assert(memories_left<staged, with_dtcm_of<weights>>[0].bytes == 0);
    CHECK(true);
}

TEST_CASE("each state has its alignment, and as many values as the tool found that it needs") {
    constexpr target bytes{.alignment = 4}, lines{.alignment = 32};
    static_assert(bytes_left_for_states<sum, bytes>() == 6 * 4);
    static_assert(bytes_left_for_states<sum, lines>() == 32);
    static_assert(bytes_left_for_states<two_values{}, bytes>() == 2 * 6 * 4);
    static_assert(values_of_states<sum>() == 1 && values_of_states<two_values{}>() == 2);
    CHECK(true);
}

TEST_CASE("a prefix has room beside the other constants of the fastest memory, or has not") {
    static_assert(has_room_for_prefix<packed, with_dtcm_of<weights + 64>>());
    static_assert(!has_room_for_prefix<packed, with_dtcm_of<weights + 63>>());
    static_assert(has_room_for_prefix<staged, with_dtcm_of<weights>>());
    static_assert(has_room_for_prefix<packed, target{}>());
    CHECK(true);
}

TEST_CASE("budgets are what constants leave, and the target keeps its memories") {
    constexpr target some{.fast = 1000};
    static_assert(without_constants<packed, some>().fast == 1000 - 64);
    static_assert(without_constants<packed, target{}>().fast == unlimited);
    static_assert(without_constants<two_layers::model, board>() == board);
    constexpr target left = resolved<staged, with_dtcm_of<1000>>;
    static_assert(left.fast == (1000 - weights) / 32 * 32 + (1000 - 8) / 32 * 32);
    static_assert(left.memories == with_dtcm_of<1000>.memories);
    CHECK(true);
}

TEST_CASE("a memory map names each region once") {
    static constexpr memory_map twice{{{.name = "A", .bytes = 1}, {.name = "A", .bytes = 1}}};
    static_assert(!has_sound_memories<target{.memories = &twice}>());
    static_assert(has_sound_memories<board>() && has_sound_memories<target{}>());
    CHECK(true);
}
