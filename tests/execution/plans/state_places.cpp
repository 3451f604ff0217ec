// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/plans/state_places.hpp>

#include <helpers/running_sum.hpp>
#include <helpers/two_sums.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;

// What runs keep in these places is in states.cpp.

namespace {

/// Of its two states the first is made in place.
constexpr test::two_sums sums{};
constexpr test::running_sum<dtype::f32, 0, false> no_other_reader{};
constexpr test::running_sum<dtype::f32, 0, true> read_twice{};
constexpr target words{.alignment = 8}, lines{.alignment = 32};

template <uint64_t Bytes>
inline constexpr memory_map one_memory{{{.name = "A", .bytes = Bytes}}};
template <uint64_t Bytes>
inline constexpr target in_memory_of{.alignment = 8, .memories = &one_memory<Bytes>};

}  // namespace

TEST_CASE("states are the inputs and outputs behind the caller's") {
    static_assert(tensor_of_state_input<sums, 0> == 1 && tensor_of_state_input<sums, 1> == 2);
    static_assert(tensor_of_state_output<sums, 0> == 4 && tensor_of_state_output<sums, 1> == 5);
    CHECK(true);
}

TEST_CASE("a state is made in place unless something reads the old value later") {
    static_assert(is_made_in_place<no_other_reader, words, 0>());
    static_assert(!is_made_in_place<read_twice, words, 0>());
    static_assert(is_made_in_place<sums, words, 0>() && !is_made_in_place<sums, words, 1>());
    CHECK(true);
}

TEST_CASE("each value has bytes of its own, at a multiple of the alignment") {
    constexpr auto places = state_places_of<sums, words>;
    static_assert(places.now[0] == 0 && places.next[0] == 0);
    static_assert(places.now[1] == 24 && places.next[1] == 48 && places.bytes == 72);
    constexpr auto apart = state_places_of<sums, lines>;
    static_assert(apart.now[1] == 32 && apart.next[1] == 64 && apart.bytes == 96);
    CHECK(true);
}

TEST_CASE("states have room in a memory of just their bytes, in one of less they have not") {
    static_assert(have_states_room<sums, in_memory_of<72>>());
    static_assert(!have_states_room<sums, in_memory_of<71>>());
    static_assert(have_states_room<sums, words>());
    CHECK(true);
}
