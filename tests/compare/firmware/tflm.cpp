// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a .tflite file once with TensorFlow Lite Micro, as ../../bench/firmware/model.cpp runs a
// model of ours: the same inputs, marks and lines. The build says
//   COMPARE_ARENA        bytes of the arena
//   COMPARE_FIND_ARENA   print the fewest bytes that do, and do not run
//   COMPARE_UNMARKED     run and do nothing else: whose flash and static memory are looked at
// compared.hpp, which tflite.py writes, has the model's operators: COMPARED_OPERATORS(X), a list
// of X(Conv2D) and so on, and compared_operator_count.

#include "compared.hpp"
#include "mark.hpp"

#include "tensorflow/lite/micro/micro_interpreter.h"
#include "tensorflow/lite/micro/micro_mutable_op_resolver.h"
#include "tensorflow/lite/schema/schema_generated.h"

#include <stdarg.h>
#include <semihost.hpp>
#include <stack.hpp>

extern "C" {

extern const unsigned char compared_model[];

// What the library wants of a platform. Its own would bring a heap or stdio into the firmware.
[[gnu::weak]] void DebugLog(const char*, va_list) {}
[[gnu::weak]] int DebugVsnprintf(char*, size_t, const char*, va_list) { return 0; }
[[gnu::weak, noreturn]] void abort() { semihost::exit(134); }

}  // extern "C"

namespace {

alignas(16) uint8_t arena[COMPARE_ARENA];

using resolver_type = tflite::MicroMutableOpResolver<compared_operator_count>;

const resolver_type& resolver() {
    static resolver_type known;
#define COMPARE_ADD(Operator) known.Add##Operator();
    COMPARED_OPERATORS(COMPARE_ADD)
#undef COMPARE_ADD
    return known;
}

const tflite::Model* model() { return tflite::GetModel(compared_model); }

/// Input number `index`, as bench::fill of ../../bench/fill.hpp fills ours.
void fill(TfLiteTensor& input, uint32_t index) {
    uint32_t state = 1 + index;
    const size_t size = input.type == kTfLiteFloat32 ? sizeof(float) : 1;
    for (size_t i = 0; i < input.bytes / size; ++i) {
        state = state * 1664525u + 1013904223u;
        const int32_t code = static_cast<int32_t>(state >> 24) - 128;
        if (input.type == kTfLiteFloat32)
            input.data.f[i] = float(code);
        else
            input.data.int8[i] = static_cast<int8_t>(code);
    }
}

void fill_inputs(tflite::MicroInterpreter& interpreter) {
    for (size_t i = 0; i < interpreter.inputs_size(); ++i) fill(*interpreter.input(i), uint32_t(i));
}

#if defined(COMPARE_FIND_ARENA) || !defined(COMPARE_UNMARKED)

void print(const char* name, uint32_t number) {
    semihost::print(name);
    semihost::print(" ");
    semihost::print(semihost::digits(number));
    semihost::print("\n");
}

#endif

}  // namespace

#if defined(COMPARE_FIND_ARENA)

namespace {

constexpr size_t step = 16;
constexpr size_t most_lacking = 65536;  // beyond what the library says that it used

size_t used_bytes() {
    tflite::MicroInterpreter interpreter(model(), resolver(), arena, sizeof(arena));
    return interpreter.AllocateTensors() == kTfLiteOk ? interpreter.arena_used_bytes() : 0;
}

bool fits(size_t bytes) {
    tflite::MicroInterpreter interpreter(model(), resolver(), arena, bytes);
    return interpreter.AllocateTensors() == kTfLiteOk;
}

}  // namespace

int main() {
    const size_t used = used_bytes();
    if (used == 0) return 1;
    size_t bytes = (used + step - 1) / step * step;
    while (!fits(bytes) && bytes < used + most_lacking) bytes += step;
    print("used_bytes", uint32_t(used));
    print("arena_bytes", uint32_t(bytes));
    return fits(bytes) ? 0 : 1;
}

#elif defined(COMPARE_UNMARKED)

int main() {
    static tflite::MicroInterpreter interpreter(model(), resolver(), arena, sizeof(arena));
    if (interpreter.AllocateTensors() != kTfLiteOk) return 1;
    fill_inputs(interpreter);
    return interpreter.Invoke() == kTfLiteOk ? 0 : 1;
}

#else

namespace {

/// FNV-1a of all outputs, as of ours (../../bench/subject.hpp).
uint32_t hash_of_outputs(tflite::MicroInterpreter& interpreter) {
    uint32_t hash = 2166136261u;
    for (size_t o = 0; o < interpreter.outputs_size(); ++o) {
        const TfLiteTensor& output = *interpreter.output(o);
        for (size_t i = 0; i < output.bytes; ++i) hash = (hash ^ output.data.uint8[i]) * 16777619u;
    }
    return hash;
}

uint32_t edge_bytes(tflite::MicroInterpreter& interpreter) {
    size_t bytes = 0;
    for (size_t i = 0; i < interpreter.inputs_size(); ++i) bytes += interpreter.input(i)->bytes;
    for (size_t o = 0; o < interpreter.outputs_size(); ++o) bytes += interpreter.output(o)->bytes;
    return uint32_t(bytes);
}

}  // namespace

int main() {
    static tflite::MicroInterpreter interpreter(model(), resolver(), arena, sizeof(arena));
    TfLiteStatus status = kTfLiteError;
    const size_t setup_stack = stack::bytes_of([&] { status = interpreter.AllocateTensors(); });
    if (status != kTfLiteOk) return 1;
    fill_inputs(interpreter);
    const size_t run_stack = stack::bytes_of([&] {
        tigris_bench_mark(&tigris_bench_start);
        status = interpreter.Invoke();
        tigris_bench_mark(&tigris_bench_stop);
    });
    print("hash", hash_of_outputs(interpreter));
    print("stack_bytes", uint32_t(run_stack));
    print("setup_stack_bytes", uint32_t(setup_stack));
    print("edge_bytes", edge_bytes(interpreter));
    return status == kTfLiteOk ? 0 : 1;
}

#endif
