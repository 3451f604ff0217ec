// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Constants that a run does not read where the linker put them.

#include <stdint.h>

namespace tigris {

/// Where a run reads a constant. Blocks are numbered in this order: staged constants, packed
/// constants, blob.
struct constant_place {
    int16_t source = -1;  // number of the block; -1: the constant is where the linker put it
    int32_t offset = 0;   // bytes from the start of the block to the constant
};

/// Constants that are copied to another memory before they are read, as one block.
struct staged_constants {
    const char* memory = "";       // name of the region that holds the block, in the target's map
    const char* destination = "";  // name of the region that it is copied to
    const void* begin = nullptr;   // start of the block; unused with a blob
    int64_t bytes = 0;             // bytes of the block
    int64_t offset = 0;            // with a blob: bytes from its start to the block
};

/// Constants that the linker puts into a memory that also holds activations. They are read there.
struct cold_constants {
    const char* memory = "";
    int64_t bytes = 0;
};

/// Constants in flash as one block of LZ4. They are decoded into the prefix of fast memory before
/// the segment that reads them.
struct packed_constants {
    const int8_t* begin = nullptr;  // start of the block
    int32_t packed_bytes = 0;       // bytes of the block
    int32_t bytes = 0;              // bytes of the decoded constants
    int32_t offset = 0;             // bytes from the start of fast memory to the decoded constants
    uint32_t checksum = 0;          // checksum of the block (execution/memory/lz4.hpp)
};

/// Addresses of staged and packed constants are multiples of this number of bytes.
inline constexpr uint32_t constant_alignment = 16;

/// A prefix is a multiple of this number of bytes, and so of all alignments of tensors.
inline constexpr int64_t prefix_alignment = 64;

/// The prefix that packed constants need.
template <class Groups>
constexpr int64_t prefix_of(const Groups& groups) {
    int64_t end = 0;
    for (const packed_constants& g : groups)
        if (g.offset + g.bytes > end) end = g.offset + g.bytes;
    return (end + prefix_alignment - 1) / prefix_alignment * prefix_alignment;
}

}  // namespace tigris
