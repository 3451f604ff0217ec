// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Constants that a run does not read where the linker put them.

#include <stdint.h>

namespace tigris {

/// A constant is read `offset` bytes after the start of block number `source` of the model. The
/// order of blocks is: staged constants, packed constants, blob. If `source` is -1, the constant is
/// where the linker put it.
struct constant_place {
    int16_t source = -1;
    int32_t offset = 0;
};

/// Constants that are copied to another memory before they are read, as one block of `bytes` bytes
/// at `begin`. In a model with a blob, the block lies `offset` bytes after the start of the blob.
/// `memory` and `destination` are names of the target's map.
struct staged_constants {
    const char* memory = "";
    const char* destination = "";
    const void* begin = nullptr;
    int64_t bytes = 0;
    int64_t offset = 0;
};

/// Constants that the linker puts into a memory that also holds activations. They are read there.
struct cold_constants {
    const char* memory = "";
    int64_t bytes = 0;
};

/// Constants in flash as one block of LZ4. They are decoded before the segment that reads them:
/// into `bytes` bytes, `offset` bytes after the start of fast memory, in its prefix. `checksum` is
/// that of the block (execution/lz4.hpp).
struct packed_constants {
    const int8_t* begin = nullptr;
    int32_t packed_bytes = 0;
    int32_t bytes = 0;
    int32_t offset = 0;
    uint32_t checksum = 0;
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
