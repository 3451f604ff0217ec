// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// See ../schema/schema_generated.h.

#include <stddef.h>
#include <stdint.h>

#include "micro_mutable_op_resolver.h"

#if !defined(TF_LITE_STATIC_MEMORY) || !defined(STUB_DEFINE)
#error "the firmware is not compiled as the archive was"
#endif

enum TfLiteStatus { kTfLiteOk, kTfLiteError };
enum TfLiteType { kTfLiteFloat32, kTfLiteInt8 };

struct TfLiteTensor {
    TfLiteType type;
    union {
        int8_t* int8;
        uint8_t* uint8;
        float* f;
    } data;
    size_t bytes;
};

namespace tflite {

struct Model;

class MicroInterpreter {
public:
    MicroInterpreter(const Model*, const MicroOpResolver&, uint8_t* arena, size_t bytes);
    TfLiteStatus AllocateTensors();
    TfLiteStatus Invoke();
    TfLiteTensor* input(size_t) { return &x; }
    TfLiteTensor* output(size_t) { return &y; }
    size_t inputs_size() const { return 1; }
    size_t outputs_size() const { return 1; }
    size_t arena_used_bytes() const;

private:
    const MicroOpResolver& operators;
    uint8_t* arena;
    size_t arena_bytes;
    TfLiteTensor x{}, y{};
};

}  // namespace tflite
