// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Copies staged constants to where runs read them, and knows whether they are there.

#include <tigris/execution/memory/arena.hpp>
#include <tigris/support/check.hpp>
#include <tigris/support/is_set.hpp>

namespace tigris {

/// One block of staged constants, which is copied into an arena.
struct staged_block {
    int arena = 0;       // number of the arena
    void* to = nullptr;  // start of the arena
    /// Start of the block; if its memory is not addressable, the linker's address.
    const void* from = nullptr;
    size_t bytes = 0;  // bytes of the block
};

namespace execution {
template <class Workspace, class Hydration>
struct readable_sources;
}

/// How init copies staged constants, unless the workspace names another type. Another type may only
/// start a transfer. Then firmware calls mark_hydrated of the workspace when the transfer has
/// ended.
struct copy_constants {
    template <class Workspace>
    static void hydrate(Workspace& memory) {
        complete(as_check<execution::readable_sources<Workspace, copy_constants>>());
        memory.for_each_staged(
            [](const staged_block& b) { __builtin_memcpy(b.to, b.from, b.bytes); });
        memory.mark_hydrated();
    }
};

/// For arenas that hold their constants before init: init copies nothing.
struct preloaded_constants {
    template <class Workspace>
    static void hydrate(Workspace& memory) {
        memory.mark_hydrated();
    }
};

namespace execution {

constexpr bool is_addressable(const memory_map* map, const char* name) {
    const int region = is_set(map) ? find_region(*map, name) : -1;
    return region < 0 || (*map)[region].is_addressable;
}

template <auto Model, target Target>
constexpr bool has_addressable_sources() {
    if constexpr (has_staged<Model>)
        for (const staged_constants& block : Model.staged)
            if (!is_addressable(Target.memories, block.memory)) return false;
    return true;
}

/// Completing this type gives one error if the core cannot read staged constants in order to copy
/// them.
template <class Workspace, class Hydration>
struct readable_sources {};
template <class Workspace>
struct readable_sources<Workspace, copy_constants> {
    static_assert(Workspace::has_addressable_sources,
                  "tigris: staged constants come from a memory that is not addressable; give "
                  "the workspace a type whose hydrate() reads it");
};

/// Whether staged constants are where runs read them.
template <bool Needed>
class hydration_latch {
public:
    void mark_hydrated() { is_hydrated_ = true; }
    void clear_hydrated() { is_hydrated_ = false; }
    constexpr bool is_hydrated() const { return is_hydrated_; }

private:
    bool is_hydrated_ = false;
};
template <>
class hydration_latch<false> {
public:
    static constexpr void clear_hydrated() {}
    static constexpr bool is_hydrated() { return true; }
};

}  // namespace execution
}  // namespace tigris
