// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The arenas of a plan, one for each of its regions, and who has them.

#include <stddef.h>
#include <tigris/execution/budget_check.hpp>
#include <tigris/execution/status.hpp>

namespace tigris {

/// Bytes that a plan takes of region number Region; 0 where the model does not fit.
template <auto Model, target Target, int Region>
inline constexpr int64_t arena_bytes =
    fits<Model, Target> ? plan_of<Model, Target>.region_bytes[Region] : 0;

/// What the address of a region's arena must be a multiple of.
template <auto Model, target Target>
inline constexpr uint32_t arena_alignment =
    execution::offset_alignment<Model, Target> < 8 ? 8 : execution::offset_alignment<Model, Target>;

/// The arena of one region: fast memory, slow memory, or one of a board's.
template <auto Model, target Target, int Region, int64_t Bytes = arena_bytes<Model, Target, Region>>
struct region_arena {
    static constexpr int64_t bytes = Bytes;

    alignas(arena_alignment<Model, Target>) unsigned char data[Bytes]{};
};
template <auto Model, target Target, int Region>
struct region_arena<Model, Target, Region, 0> {
    static constexpr int64_t bytes = 0;
    static constexpr unsigned char* data = nullptr;
};

namespace execution {

/// Whether the target leaves the section of a region to firmware, or names the same.
constexpr bool is_section_of(const target& t, int region, const char* section) {
    if (!t.memories) return region < planning::space_count;
    const char* named = (*t.memories)[region].section;
    return region < t.memories->size() && (named[0] == '\0' || equal_text(named, section));
}

}  // namespace execution

/// The library's arenas: those of default_workspace, and of regions that name a section. Only
/// explicit specializations heed a section: TIGRIS_ARENAS writes them.
template <auto Model, target Target, int Region>
inline constinit region_arena<Model, Target, Region> arena{};

/// Puts the arena of a region into the section of that name, at namespace scope and before its
/// first use. One that begins with ".bss." takes no flash.
#define TIGRIS_ARENA(model, target, region, section_name)                                         \
    static_assert(::tigris::execution::is_section_of(target, region, section_name),               \
                  "tigris: the target names another section for this region");                    \
    template <>                                                                                   \
    [[gnu::section(section_name)]] inline constinit ::tigris::region_arena<model, target, region> \
        tigris::arena<model, target, region> {}

/// The same for regions 0, 1, ...: a section each, of at most 8.
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

/// Who has a workspace's arenas. workspace: the object itself, but for regions that name a section;
/// library: arena<Model, Target, Region>; caller: whoever binds them.
enum class arena_owner : uint8_t { workspace, library, caller };
inline constexpr arena_owner external = arena_owner::caller;

/// Regions of a target without a memory map.
enum region : int { fast_region = planning::fast_space, slow_region = planning::slow_space };

/// Memory of the caller's.
struct arena_memory {
    void* begin = nullptr;
    size_t bytes = 0;
};

namespace execution {

/// Whether a region's arena lies in a section of its own.
template <target Target, int Region>
constexpr bool has_section() {
    if constexpr (Target.memories != nullptr)
        return (*Target.memories)[Region].section[0] != '\0';
    else
        return false;
}

/// The arena of one region, in the workspace or in the library.
template <auto Model, target Target, int Region, bool IsOwn>
struct arena_part : region_arena<Model, Target, Region> {
    constexpr unsigned char* arena_begin() { return this->data; }
};
template <auto Model, target Target, int Region>
struct arena_part<Model, Target, Region, false> {
    static constexpr unsigned char* arena_begin() { return arena<Model, Target, Region>.data; }
};

template <auto Model, target Target, arena_owner Owner, class Regions>
struct arena_set;
template <auto Model, target Target, arena_owner Owner, int... Region>
struct arena_set<Model, Target, Owner, index_sequence<Region...>>
    : arena_part<Model, Target, Region,
                 Owner == arena_owner::workspace && !has_section<Target, Region>()>... {
    template <int R>
    constexpr unsigned char* begin_of() {
        constexpr bool is_own = Owner == arena_owner::workspace && !has_section<Target, R>();
        return arena_part<Model, Target, R, is_own>::arena_begin();
    }
    static constexpr status readiness() { return status::ok; }
};

/// The caller's arenas: null until they are bound.
template <auto Model, target Target, int... Region>
struct arena_set<Model, Target, arena_owner::caller, index_sequence<Region...>> {
    template <int R>
    constexpr unsigned char* begin_of() const {
        return begins_[R];
    }

    /// Binds `bytes` bytes of the caller's to a region; they must outlive all runs.
    status bind(int region, void* begin, size_t bytes) {
        if (region < 0 || region >= count) return status::unknown_region;
        if (begin == nullptr) return status::null_arena;
        if (bytes < size_t(sizes[region])) return status::undersized_arena;
        if (reinterpret_cast<uintptr_t>(begin) % arena_alignment<Model, Target> != 0)
            return status::misaligned_arena;
        begins_[region] = static_cast<unsigned char*>(begin);
        return status::ok;
    }

    /// Binds region 0, 1, ... one after the other, until one does not suit.
    template <class... Memory>
    status bind_arenas(const Memory&... memories) {
        int next = 0;
        status bound = status::ok;
        ((bound = bound == status::ok ? bind(next++, memories.begin, memories.bytes) : bound), ...);
        return bound;
    }

    /// Whether all regions that the plan uses are bound.
    constexpr status readiness() const {
        for (int r = 0; r < count; ++r)
            if (sizes[r] > 0 && begins_[r] == nullptr) return status::unbound_arena;
        return status::ok;
    }

private:
    static constexpr int count = int(sizeof...(Region));
    static constexpr int64_t sizes[]{arena_bytes<Model, Target, Region>...};

    unsigned char* begins_[count]{};
};

template <auto Model, target Target>
constexpr int64_t bytes_of_arenas() {
    int64_t bytes = 0;
    for_each_index<planning::count_regions(Target)>(
        [&](auto region) { bytes += arena_bytes<Model, Target, region.value>; });
    return bytes;
}

template <auto Model, target Target, arena_owner Owner>
using arenas_of =
    arena_set<Model, Target, Owner, make_index_sequence<planning::count_regions(Target)>>;

}  // namespace execution
}  // namespace tigris
