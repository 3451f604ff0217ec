// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Decodes packed constants before the segment that reads them.

#include <tigris/execution/checks/packed_check.hpp>
#include <tigris/execution/memory/lz4.hpp>
#include <tigris/execution/memory/memory.hpp>

namespace tigris::execution {

/// Whether constants are decoded before a segment.
template <class Memory, int Segment>
constexpr bool unpacks() {
    if constexpr (has_packed<Memory::session::Model>)
        for (int group = 0; group < packed_count<Memory::session::Model>; ++group)
            if (segment_reads_group<Memory::session::Model, Memory::session::Target>(Segment,
                                                                                     group))
                return true;
    return false;
}

[[gnu::noinline]] inline void unpack(const packed_constants& group, unsigned char* prefix) {
    decode_lz4(group.begin, group.packed_bytes, prefix + group.offset, group.bytes);
}

/// Decodes the packed constants that a segment reads into the prefix of fast memory.
template <class Memory, int Segment>
[[gnu::always_inline]] inline void unpack_constants(const Memory& memory) {
    constexpr auto model = Memory::session::Model;
    constexpr target board = Memory::session::Target;
    for_each_index<packed_count<model>>([&](auto group) __attribute__((always_inline)) {
        if constexpr (segment_reads_group<model, board>(Segment, group.value))
            unpack(model.packed[group.value], memory.arenas[planning::first_fast_region(board)]);
    });
}

/// Whether the checksums of all packed constants are right.
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
