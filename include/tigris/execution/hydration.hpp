// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How staged constants get to where runs read them, and what says that they are there.

#include <tigris/execution/arena.hpp>
#include <tigris/support/check.hpp>
#include <tigris/support/is_set.hpp>

namespace tigris {

/// One block of staged constants: `bytes` bytes at `from` belong to `to`, the begin of arena number
/// `arena`. Where the memory of `from` is not addressable, `from` is the address that the linker
/// gave it.
struct staged_block {
    int arena = 0;
    void* to = nullptr;
    const void* from = nullptr;
    size_t bytes = 0;
};

namespace execution {
template <class Workspace, class Hydration>
struct readable_sources;
}

/// What init copies staged constants by, unless the workspace names another type. Such a type may
/// start a transfer: whoever ends it calls mark_hydrated of the workspace.
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

/// Completed where staged constants are copied, it is one error if the core cannot read them.
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
