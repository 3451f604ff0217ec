// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Constants that a run reads elsewhere than where the linker put them.

#include <stdint.h>

namespace tigris {

/// A constant is read `offset` bytes behind the begin of the staged constants number `source` of
/// the model; where the linker put it if that is -1.
struct constant_place {
    int16_t source = -1;
    int32_t offset = 0;
};

/// Constants that are copied from one memory to another before they are read, as one block of
/// `bytes` bytes at `begin`. Memories are those of that name in the target's map.
struct staged_constants {
    const char* memory = "";
    const char* destination = "";
    const void* begin = nullptr;
    int64_t bytes = 0;
};

/// What addresses of staged constants are multiples of.
inline constexpr uint32_t constant_alignment = 16;

}  // namespace tigris
