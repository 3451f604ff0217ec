// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What arenas hold, and how they are numbered.

#include <tigris/planning/target/banks.hpp>
#include <tigris/support/is_set.hpp>

namespace tigris {

/// What an arena holds. scratch: activations and working memory, needed only while a model runs.
/// persistent: states, from one run to the next. constant: staged constants.
enum class arena_kind : uint8_t { scratch, persistent, constant };
inline constexpr int arena_kinds = 3;

/// What the address of every arena is a multiple of, at least.
inline constexpr uint32_t least_arena_alignment = 8;

namespace planning {

/// The number of the arena of a kind in a region. Arenas of the kind scratch have the numbers of
/// their regions.
constexpr int number_of_arena(const target& t, arena_kind kind, int region) {
    return int(kind) * count_regions(t) + region;
}

/// The first region of fast memory. States lie there unless rules want them elsewhere. The prefix
/// of packed constants is at its start.
constexpr int first_fast_region(const target& t) {
    return is_set(t.memories) ? space_of(t, fast_space, 1).banks[0].region : fast_space;
}

/// All arenas of a model have numbers below this one. `region_of_states` is -1 if the model has no
/// states.
constexpr int count_arenas(const target& t, int region_of_states, bool has_staged) {
    if (has_staged) return arena_kinds * count_regions(t);
    return region_of_states < 0 ? count_regions(t)
                                : number_of_arena(t, arena_kind::persistent, region_of_states) + 1;
}

}  // namespace planning
}  // namespace tigris
