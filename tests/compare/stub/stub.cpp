// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The archive that stands for TensorFlow Lite Micro in the test of scripts/compare. With STUB_WRONG
// its last output is another byte.

#include "tensorflow/lite/micro/micro_interpreter.h"
#include "tensorflow/lite/schema/schema_generated.h"

extern "C" void abort();

namespace tflite {

namespace {

constexpr size_t extent = 32, used = 2 * extent;
constexpr size_t needed = used + 40;  // more than it says, as with the library

}  // namespace

const Model* GetModel(const void* file) { return static_cast<const Model*>(file); }

MicroInterpreter::MicroInterpreter(const Model* file, const MicroOpResolver& resolver,
                                   uint8_t* memory, size_t bytes)
    : operators(resolver), arena(memory), arena_bytes(bytes) {
    if (reinterpret_cast<const char*>(file)[4] != 'T') abort();
}

TfLiteStatus MicroInterpreter::AllocateTensors() {
    if (!operators.has_relu || arena_bytes < needed) return kTfLiteError;
    x.type = y.type = kTfLiteInt8;
    x.bytes = y.bytes = extent;
    x.data.uint8 = arena;
    y.data.uint8 = arena + extent;
    return kTfLiteOk;
}

TfLiteStatus MicroInterpreter::Invoke() {
    for (size_t i = 0; i < extent; ++i) y.data.int8[i] = x.data.int8[i] < 0 ? 0 : x.data.int8[i];
#if defined(STUB_WRONG)
    y.data.int8[extent - 1] ^= 1;
#endif
    return kTfLiteOk;
}

size_t MicroInterpreter::arena_used_bytes() const { return used; }

}  // namespace tflite
