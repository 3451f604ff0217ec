// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Packed constants are decoded before the segment that reads them.

#include <tigris/execution/lz4.hpp>
#include <tigris/execution/memory.hpp>

namespace tigris::execution {

/// Whether a step reads a constant of packed group number Group.
template <auto Model>
constexpr bool reads_group(int step, int group) {
    const operands t = Model.graph.all().operands_of(step);
    for (int i = 0; i < t.inputs; ++i)
        if (t.has_input(i) && t.input(i).kind == tensor_kind::constant &&
            Model.constant_places[t.input(i).index].source == staged_count<Model> + group)
            return true;
    return false;
}

template <class Memory>
constexpr bool reads_group(const planning::segment_plan& s, int group) {
    for (int k = s.begin; k < s.end; ++k) {
        const int step = Memory::plan.tasks[k].step;
        if (step >= 0 && reads_group<Memory::session::Model>(step, group)) return true;
    }
    return false;
}

/// Whether constants are decoded before a segment.
template <class Memory, int Segment>
constexpr bool unpacks() {
    if constexpr (has_packed<Memory::session::Model>)
        for (int group = 0; group < packed_count<Memory::session::Model>; ++group)
            if (reads_group<Memory>(Memory::plan.segments[Segment], group)) return true;
    return false;
}

constexpr bool share_bytes(const packed_constants& a, const packed_constants& b) {
    return a.offset < b.offset + b.bytes && b.offset < a.offset + a.bytes;
}

/// Whether all groups that a segment reads lie side by side.
template <class Memory>
constexpr bool has_room_for_groups(const planning::segment_plan& s) {
    constexpr auto& groups = Memory::session::Model.packed;
    for (int a = 0; a < groups.size(); ++a)
        for (int b = a + 1; b < groups.size(); ++b)
            if (share_bytes(groups[a], groups[b]) && reads_group<Memory>(s, a) &&
                reads_group<Memory>(s, b))
                return false;
    return true;
}

/// Refuses a plan of which a segment reads groups that share a place.
template <class Memory>
constexpr void check_room_for_groups() {
    constexpr bool fits = [] {
        for (const planning::segment_plan& s : Memory::plan.segments)
            if (!has_room_for_groups<Memory>(s)) return false;
        return true;
    }();
    static_assert(fits,
                  "tigris: this target's plan needs packed constants of several steps at the same "
                  "time, but they share one place; convert the model for this target");
}

[[gnu::noinline]] inline void unpack(const packed_constants& group, unsigned char* prefix) {
    decode_lz4(group.begin, group.packed_bytes, prefix + group.offset, group.bytes);
}

/// Decodes what a segment reads into the prefix of fast memory.
template <class Memory, int Segment>
[[gnu::always_inline]] inline void unpack_constants(const Memory& memory) {
    constexpr auto model = Memory::session::Model;
    constexpr const planning::segment_plan& s = Memory::plan.segments[Segment];
    for_each_index<packed_count<model>>([&](auto group) __attribute__((always_inline)) {
        if constexpr (reads_group<Memory>(s, group.value))
            unpack(model.packed[group.value],
                   memory.arenas[planning::first_fast_region(Memory::session::Target)]);
    });
}

/// Whether all packed constants are those that were converted.
template <auto Model>
bool find_packed_whole() {
    for (const packed_constants& g : Model.packed)
        if (checksum_of(g.begin, g.packed_bytes) != g.checksum) return false;
    return true;
}

/// Whether the last check of packed constants found them whole.
template <bool Needed>
class packed_latch {
public:
    constexpr bool are_packed_whole() const { return are_whole_; }

protected:
    void set_packed_whole(bool are_whole) { are_whole_ = are_whole; }

private:
    bool are_whole_ = false;
};
template <>
class packed_latch<false> {
public:
    static constexpr bool are_packed_whole() { return true; }
};

}  // namespace tigris::execution
