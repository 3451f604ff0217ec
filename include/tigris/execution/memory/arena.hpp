// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The arenas of a plan, one for each region and kind of contents, and who owns them.

#include <stddef.h>
#include <tigris/execution/memory/status.hpp>
#include <tigris/execution/plans/places.hpp>
#include <tigris/execution/plans/state_places.hpp>
#include <tigris/planning/layout/arena_kind.hpp>
#include <tigris/support/is_set.hpp>

namespace tigris {

/// The number of the arena of a kind in a region of a target. Arenas of scratch have the numbers of
/// their regions.
template <target Target>
constexpr int arena_number(arena_kind kind, int region) {
    return planning::number_of_arena(Target, kind, region);
}

namespace execution {

template <target Target>
constexpr arena_kind kind_of_arena(int number) {
    return arena_kind(number / planning::count_regions(Target));
}
template <target Target>
constexpr int region_of_arena(int number) {
    return number % planning::count_regions(Target);
}

template <auto Model, target Target>
inline constexpr int state_arena = arena_number<Target>(arena_kind::persistent,
                                                        region_of_states<Model, Target>);

template <auto Model, target Target>
constexpr int find_state_region() {
    if constexpr (type_of<Model>::state_count > 0)
        return region_of_states<Model, Target>;
    else
        return -1;
}

/// The number of arenas of a model, used or not.
template <auto Model, target Target>
inline constexpr int arena_count = planning::count_arenas(Target,
                                                          find_state_region<Model, Target>(),
                                                          (has_staged<Model>));

template <auto Model, target Target, int Arena>
constexpr int64_t bytes_of_arena() {
    constexpr int region = region_of_arena<Target>(Arena);
    if constexpr (Arena >= arena_count<Model, Target> || !fits<Model, Target>) {
        return 0;
    } else if constexpr (kind_of_arena<Target>(Arena) == arena_kind::scratch) {
        return plan_of<Model, Target>.region_bytes[region];
    } else if constexpr (kind_of_arena<Target>(Arena) == arena_kind::persistent) {
        return Arena == state_arena<Model, Target> ? state_places_of<Model, Target>.bytes : 0;
    } else {
        constexpr int staged = find_staged<Model, Target>(region);
        if constexpr (staged >= 0)
            return Model.staged[staged].bytes;
        else
            return 0;
    }
}

/// Whether constants lie in an arena: staged ones, or packed ones in its prefix.
template <auto Model, target Target>
constexpr bool holds_constants(int arena) {
    return kind_of_arena<Target>(arena) == arena_kind::constant ||
           (prefix_bytes<Model> > 0 && arena == planning::first_fast_region(Target));
}

constexpr uint32_t larger_of(uint32_t a, uint32_t b) { return a > b ? a : b; }

}  // namespace execution

/// Bytes of arena number Arena; 0 if the model does not fit.
template <auto Model, target Target, int Arena>
inline constexpr int64_t arena_bytes = execution::bytes_of_arena<Model, Target, Arena>();

/// Bytes that the address of an arena must be a multiple of.
template <auto Model, target Target, int Arena = 0>
inline constexpr uint32_t arena_alignment = execution::larger_of(
    execution::holds_constants<Model, Target>(Arena) ? constant_alignment : least_arena_alignment,
    execution::offset_alignment<Model, Target>);

/// One arena, in fast memory, slow memory, or one of a board's.
template <auto Model, target Target, int Arena, int64_t Bytes = arena_bytes<Model, Target, Arena>>
struct region_arena {
    static constexpr int64_t bytes = Bytes;

    alignas(arena_alignment<Model, Target, Arena>) unsigned char data[Bytes]{};
};
template <auto Model, target Target, int Arena>
struct region_arena<Model, Target, Arena, 0> {
    static constexpr int64_t bytes = 0;
    static constexpr unsigned char* data = nullptr;
};

namespace execution {

/// Whether the target leaves the section of an arena to firmware, or names `section`, too.
constexpr bool is_section_of(const target& t, int arena, const char* section) {
    if (arena < 0 || arena >= arena_kinds * planning::count_regions(t)) return false;
    if (!is_set(t.memories)) return true;
    const int region = arena % planning::count_regions(t);
    const char* named = (*t.memories)[region].section;
    return named[0] == '\0' || equal_text(named, section);
}

}  // namespace execution

/// The library's arenas: those of default_workspace, and of regions that name a section. Compilers
/// heed a section only of explicit specializations, which TIGRIS_ARENAS writes.
template <auto Model, target Target, int Arena>
inline constinit region_arena<Model, Target, Arena> arena{};

/// Puts arena `number` into section `section_name`. Write it at namespace scope and before the
/// arena's first use. A section whose name begins with ".bss." takes no flash.
#define TIGRIS_ARENA(model, target, number, section_name)                                         \
    static_assert(::tigris::execution::is_section_of(target, number, section_name),               \
                  "tigris: the target's memory map names another section for this region");       \
    template <>                                                                                   \
    [[gnu::section(section_name)]] inline constinit ::tigris::region_arena<model, target, number> \
        tigris::arena<model, target, number> {}

/// Puts the arenas of regions 0, 1, ... into sections. Takes up to 8 section names, one for each
/// region.
#define TIGRIS_ARENAS(model, target, ...) TIGRIS_ARENAS_FROM_0(model, target, __VA_ARGS__)
#define TIGRIS_ARENAS_FROM_0(m, t, s, ...) \
    TIGRIS_ARENA(m, t, 0, s);              \
    __VA_OPT__(TIGRIS_ARENAS_FROM_1(m, t, __VA_ARGS__))
#define TIGRIS_ARENAS_FROM_1(m, t, s, ...) \
    TIGRIS_ARENA(m, t, 1, s);              \
    __VA_OPT__(TIGRIS_ARENAS_FROM_2(m, t, __VA_ARGS__))
#define TIGRIS_ARENAS_FROM_2(m, t, s, ...) \
    TIGRIS_ARENA(m, t, 2, s);              \
    __VA_OPT__(TIGRIS_ARENAS_FROM_3(m, t, __VA_ARGS__))
#define TIGRIS_ARENAS_FROM_3(m, t, s, ...) \
    TIGRIS_ARENA(m, t, 3, s);              \
    __VA_OPT__(TIGRIS_ARENAS_FROM_4(m, t, __VA_ARGS__))
#define TIGRIS_ARENAS_FROM_4(m, t, s, ...) \
    TIGRIS_ARENA(m, t, 4, s);              \
    __VA_OPT__(TIGRIS_ARENAS_FROM_5(m, t, __VA_ARGS__))
#define TIGRIS_ARENAS_FROM_5(m, t, s, ...) \
    TIGRIS_ARENA(m, t, 5, s);              \
    __VA_OPT__(TIGRIS_ARENAS_FROM_6(m, t, __VA_ARGS__))
#define TIGRIS_ARENAS_FROM_6(m, t, s, ...) \
    TIGRIS_ARENA(m, t, 6, s);              \
    __VA_OPT__(TIGRIS_ARENA(m, t, 7, __VA_ARGS__);)

/// Who owns the arenas of a workspace.
///
/// * workspace: the object itself, except in regions that name a section.
/// * library: arena<Model, Target, Arena>.
/// * caller: the caller of bind().
/// * shared: a shared_workspace. It binds the arenas before it gives the workspace to anyone.
enum class arena_owner : uint8_t { workspace, library, caller, shared };
inline constexpr arena_owner external = arena_owner::caller;

/// Regions of a target without a memory map.
enum region : int { fast_region = planning::fast_space, slow_region = planning::slow_space };

/// Memory that the caller gives.
struct arena_memory {
    void* begin = nullptr;
    size_t bytes = 0;
};

namespace execution {

/// Whether arenas are bound at run time.
constexpr bool is_bound_later(arena_owner owner) {
    return owner == arena_owner::caller || owner == arena_owner::shared;
}

/// Whether an arena lies in a section of its own. Each workspace has its own states, unless rules
/// put them into a memory.
template <auto Model, target Target, int Arena>
constexpr bool has_section() {
    if constexpr (is_set(Target.memories) &&
                  (kind_of_arena<Target>(Arena) != arena_kind::persistent ||
                   wanted_for_states<Model, Target> >= 0))
        return (*Target.memories)[region_of_arena<Target>(Arena)].section[0] != '\0';
    else
        return false;
}

/// One arena, in the workspace or in the library.
template <auto Model, target Target, int Arena, bool IsOwn>
struct own_arena : region_arena<Model, Target, Arena> {
    constexpr unsigned char* arena_begin() { return this->data; }
};
template <auto Model, target Target, int Arena>
struct own_arena<Model, Target, Arena, false> {
    static constexpr unsigned char* arena_begin() { return arena<Model, Target, Arena>.data; }
};

template <auto Model, target Target, arena_owner Owner, class Arenas>
struct arena_set;
template <auto Model, target Target, arena_owner Owner, int... Arena>
struct arena_set<Model, Target, Owner, index_sequence<Arena...>>
    : own_arena<Model, Target, Arena,
                Owner == arena_owner::workspace && !has_section<Model, Target, Arena>()>... {
    template <int A>
    constexpr unsigned char* begin_of() {
        constexpr bool is_own = Owner == arena_owner::workspace && !has_section<Model, Target, A>();
        return own_arena<Model, Target, A, is_own>::arena_begin();
    }
    static constexpr status readiness() { return status::ok; }
};

/// Arenas that are bound at run time, and null until then. A set is not copied: the copy would not
/// know whether the original has set its states or staged its constants.
template <auto Model, target Target, arena_owner Owner, int... Arena>
    requires(is_bound_later(Owner))
struct arena_set<Model, Target, Owner, index_sequence<Arena...>> {
    constexpr arena_set() = default;
    arena_set(const arena_set&) = delete;
    arena_set& operator=(const arena_set&) = delete;

    template <int A>
    constexpr unsigned char* begin_of() const {
        return begins_[A];
    }

    /// Whether all arenas that the plan uses are bound.
    constexpr status readiness() const {
        for (int a = 0; a < count; ++a)
            if (sizes[a] > 0 && begins_[a] == nullptr) return status::unbound_arena;
        return status::ok;
    }

protected:
    status set_begin(int arena, void* begin, size_t bytes) {
        if (arena < 0 || arena >= count) return status::unknown_region;
        if (begin == nullptr) return status::null_arena;
        if (bytes < size_t(sizes[arena])) return status::undersized_arena;
        if (reinterpret_cast<uintptr_t>(begin) % alignments[arena] != 0)
            return status::misaligned_arena;
        begins_[arena] = static_cast<unsigned char*>(begin);
        return status::ok;
    }

private:
    static constexpr int count = int(sizeof...(Arena));
    static constexpr int64_t sizes[]{arena_bytes<Model, Target, Arena>...};
    static constexpr uint32_t alignments[]{arena_alignment<Model, Target, Arena>...};

    unsigned char* begins_[count]{};
};

template <auto Model, target Target>
constexpr int64_t bytes_of_arenas() {
    int64_t bytes = 0;
    for_each_index<arena_count<Model, Target>>(
        [&](auto arena) { bytes += arena_bytes<Model, Target, arena.value>; });
    return bytes;
}

template <auto Model, target Target, arena_owner Owner>
using arenas_of = arena_set<Model, Target, Owner, make_index_sequence<arena_count<Model, Target>>>;

}  // namespace execution
}  // namespace tigris
