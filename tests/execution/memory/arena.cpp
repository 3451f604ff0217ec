// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/memory/arena.hpp>

#include <helpers/running_sum.hpp>
#include <helpers/staged_layers.hpp>
#include <helpers/two_layers.hpp>

#include <doctest/doctest.h>

#include <type_traits>

using namespace tigris;
using namespace tigris::execution;

namespace {

constexpr memory_map two{{{.name = "A", .bytes = 1 << 20, .section = ".fast"},
                          {.name = "B", .bytes = 1 << 20, .read_cost = 1}}};
constexpr target in_two{.memories = &two};
constexpr auto layers = two_layers::model;
constexpr test::running_sum<dtype::f32, 0, true> sum{};
using test::staged_layers;
constexpr staged_layers staged{};
constexpr target staged_target = staged_layers::default_target;

/// Its hidden layers are in the arena.
constexpr target whole{.input = io::arena, .output = io::arena};
using of_others = arenas_of<layers, whole, external>;

/// Packed constants.
struct packed_model {
    static constexpr sized_array<packed_constants, 1> packed{};
    static constexpr int64_t prefix_bytes = 64;
};

template <target Target>
constexpr bool numbers_are_told_apart() {
    bool right = true;
    for (int kind = 0; kind < arena_kinds; ++kind)
        for (int region = 0; region < planning::count_regions(Target); ++region) {
            const int number = arena_number<Target>(arena_kind(kind), region);
            right = right && kind_of_arena<Target>(number) == arena_kind(kind) &&
                    region_of_arena<Target>(number) == region;
        }
    return right;
}

}  // namespace

TEST_CASE("an arena's number tells its kind and its region") {
    static_assert(numbers_are_told_apart<target{}>());
    static_assert(numbers_are_told_apart<in_two>());
    static_assert(numbers_are_told_apart<staged_target>());
    CHECK(true);
}

TEST_CASE("a model has arenas of the kinds that it needs") {
    static_assert(arena_count<layers, target{}> == 2);
    constexpr int states = arena_number<target{}>(arena_kind::persistent, fast_region);
    static_assert(state_arena<sum, target{}> == states && arena_count<sum, target{}> == states + 1);
    static_assert(arena_count<staged, staged_target> == 3 * 3);
    CHECK(true);
}

TEST_CASE("an arena takes the bytes of its region, of all states, or of a block of constants") {
    static_assert(arena_bytes<layers, whole, fast_region> ==
                  plan_of<layers, whole>.region_bytes[fast_region]);
    static_assert(arena_bytes<layers, whole, fast_region> > 0);
    static_assert(arena_bytes<layers, whole, slow_region> == 0);
    static_assert(arena_bytes<sum, target{}, state_arena<sum, target{}>> ==
                  state_places_of<sum, target{}>.bytes);
    constexpr int in_dtcm = arena_number<staged_target>(arena_kind::constant, 0);
    static_assert(arena_bytes<staged, staged_target, in_dtcm> == staged_layers::staged[0].bytes);
    static_assert(arena_bytes<staged, staged_target, in_dtcm + 1> == 0);
    CHECK(true);
}

TEST_CASE("a model that does not fit takes nothing") {
    constexpr target too_small{.fast = 10, .input = io::arena, .output = io::arena};
    static_assert(!fits<layers, too_small> && arena_bytes<layers, too_small, fast_region> == 0);
    CHECK(true);
}

TEST_CASE("all arenas together are what a workspace takes") {
    constexpr int64_t activations = plan_of<staged, staged_target>.region_bytes[0] +
                                    plan_of<staged, staged_target>.region_bytes[1] +
                                    plan_of<staged, staged_target>.region_bytes[2];
    static_assert(bytes_of_arenas<staged, staged_target>() ==
                  activations + staged_layers::staged[0].bytes);
    CHECK(true);
}

TEST_CASE("constants are in arenas of their own, or in the prefix of the fastest") {
    constexpr packed_model packed{};
    constexpr int of_constants = arena_number<target{}>(arena_kind::constant, fast_region);
    static_assert(holds_constants<layers, target{}>(of_constants));
    static_assert(!holds_constants<layers, target{}>(fast_region));
    static_assert(holds_constants<packed, target{}>(fast_region));
    static_assert(!holds_constants<packed, target{}>(slow_region));
    CHECK(true);
}

TEST_CASE("an arena begins at a multiple of what its plan and its constants ask for") {
    constexpr target bytes{.alignment = 1}, lines{.alignment = 64};
    static_assert(arena_alignment<layers, bytes, fast_region> == least_arena_alignment);
    static_assert(arena_alignment<layers, lines, fast_region> == 64);
    static_assert(
        arena_alignment<layers, bytes, arena_number<bytes>(arena_kind::constant, fast_region)> ==
        constant_alignment);
    static_assert(alignof(region_arena<layers, lines, fast_region, 100>) == 64);
    static_assert(sizeof(region_arena<layers, bytes, fast_region, 96>) == 96);
    static_assert(region_arena<layers, whole, slow_region>::data == nullptr);
    CHECK(true);
}

TEST_CASE("a section is firmware's to choose, unless the memory map names one") {
    CHECK(is_section_of(target{}, 0, ".any"));
    CHECK(is_section_of(in_two, 0, ".fast"));
    CHECK_FALSE(is_section_of(in_two, 0, ".any"));
    CHECK(is_section_of(in_two, 1, ".any"));
    CHECK(is_section_of(in_two, 2, ".fast"));  // states in A
    CHECK_FALSE(is_section_of(in_two, 2, ".any"));
    CHECK(is_section_of(in_two, 5, ".any"));
    CHECK_FALSE(is_section_of(in_two, 6, ".any"));
    CHECK_FALSE(is_section_of(in_two, -1, ".any"));
    CHECK_FALSE(is_section_of(target{}, 6, ".any"));
}

TEST_CASE("states are in a section only if rules put them into its memory") {
    static_assert(has_section<layers, in_two, 0>() && !has_section<layers, in_two, 1>());
    static_assert(!has_section<sum, in_two, state_arena<sum, in_two>>());
    static_assert(!has_section<layers, target{}, 0>());
    CHECK(true);
}

TEST_CASE("arenas of others are not copied, and one's own are always bound") {
    static_assert(!std::is_copy_constructible_v<of_others>);
    static_assert(!std::is_copy_assignable_v<of_others>);
    using own = arenas_of<layers, whole, arena_owner::workspace>;
    static_assert(std::is_copy_constructible_v<own>);
    static_assert(own::readiness() == status::ok);
    CHECK(of_others{}.readiness() == status::unbound_arena);
    CHECK(arenas_of<layers, target{.fast = 10, .input = io::arena}, external>{}.readiness() ==
          status::ok);  // it takes none
}
