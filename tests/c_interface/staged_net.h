// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A model whose constants are copied before a run, for C: what onnx2hpp --c writes of one.
#ifndef TIGRIS_STAGED_NET_H
#define TIGRIS_STAGED_NET_H

#include <stddef.h>
#include <stdint.h>

enum { staged_net_inputs = 72, staged_net_outputs = 3 };

typedef enum staged_net_status {
    STAGED_NET_STATUS_OK = 0,
    STAGED_NET_STATUS_UNBOUND_ARENA = 5,
    STAGED_NET_STATUS_NULL_BUFFER = 6,
    STAGED_NET_STATUS_HYDRATION_REQUIRED = 200
} staged_net_status;

typedef struct staged_net_context {
    __attribute__((aligned(16))) unsigned char bytes[4096];
} staged_net_context;

typedef struct staged_net_staged {
    int region;
    void* to;
    const void* from;
    size_t bytes;
} staged_net_staged;

typedef struct staged_net_io {
    const int8_t* image;
    int8_t* classes;
} staged_net_io;

#ifdef __cplusplus
extern "C" {
#endif

staged_net_status staged_net_init(staged_net_context* context);
int staged_net_find_staged(staged_net_context* context, int number, staged_net_staged* found);
void staged_net_hydrate_constants(staged_net_context* context);
staged_net_status staged_net_hydrate(staged_net_context* context);
staged_net_status staged_net_mark_hydrated(staged_net_context* context);
staged_net_status staged_net_clear_hydrated(staged_net_context* context);
staged_net_status staged_net_run(staged_net_context* context, const staged_net_io* io);
const char* staged_net_status_name(int status);
void fill_source(void);

#ifdef __cplusplus
}  // extern "C"

#define TIGRIS_C_FUNCTIONS_staged_net(define)                                                    \
    define(staged_net, hydrate) define(staged_net, init) define(staged_net, run, image, classes) \
        define(staged_net, status_name)
#endif

#endif
