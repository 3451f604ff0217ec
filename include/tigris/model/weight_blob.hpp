// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Constants in a file of their own (onnx2hpp --weights blob), which a program binds before it runs.

#include <stdint.h>

namespace tigris {

/// What a model knows about its blob: a hash of the graph and of the places of constants, and the
/// bytes of the blob, with its header.
struct weight_blob {
    uint64_t layout = 0;
    int64_t bytes = 0;
};

/// Where a blob has the prepared constants of a step (kernel_facts::prepared_bytes), beside the
/// original ones.
struct prepared_place {
    int16_t step = -1;   // number of the step
    int32_t offset = 0;  // bytes from the start of the blob
    int32_t bytes = 0;   // bytes of the prepared constants
};

/// The header of a blob; integers are little-endian. `checksum` covers all `bytes` bytes of the
/// blob except the first two members (execution/memory/lz4.hpp).
struct blob_header {
    uint32_t magic = 0;
    uint32_t checksum = 0;
    uint32_t format = 0;
    uint32_t bytes = 0;
    uint64_t layout = 0;
    uint64_t zero = 0;
};
static_assert(sizeof(blob_header) == 32);

inline constexpr uint32_t blob_magic = 0x62724754;  // "TGrb"
inline constexpr uint32_t blob_format = 2;

/// Offset of the first byte that a blob's checksum covers.
inline constexpr int32_t blob_checked_from = 8;

}  // namespace tigris
