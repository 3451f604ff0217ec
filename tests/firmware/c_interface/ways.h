// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs of one model whose constants are staged, packed and in a blob, by the functions of C++.
#ifndef TIGRIS_WAYS_H
#define TIGRIS_WAYS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { staged_way, packed_way, blob_way, count_of_ways };

// The status; input and output are those of PREFIX_io.
int run_in_cpp(int way, const void* input, void* output, const void* blob, size_t blob_bytes);

#ifdef __cplusplus
}
#endif

#endif
