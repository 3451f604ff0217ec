// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The end of a program that runs models on an emulated core, and on this machine: prints a line for
// each model, with what its outputs are and whether its plans give the same. Both must print the
// same.

#include <model_under_test.hpp>

#ifdef TIGRIS_ON_CORE
#include <semihost.hpp>
namespace on_core {
inline void print(const char* text) { semihost::print(text); }
}  // namespace on_core
#else
#include <stdio.h>
namespace on_core {
inline void print(const char* text) { fputs(text, stdout); }
}  // namespace on_core
#endif

namespace on_core {

constexpr int most_shown = 24;  // elements of an output of floats

inline int size_of(const tigris::tensor& info) { return int(tigris::bytes_of(info)); }
inline bool is_real(const tigris::tensor& info) { return info.type == tigris::dtype::f32; }

/// Digits of a whole number that is not negative, and at least so many of them.
inline void print_digits(uint64_t value, int least) {
    char text[24];
    int at = 23;
    text[at] = 0;
    for (; value > 0 || least > 0; value /= 10, --least) text[--at] = char('0' + value % 10);
    print(text + at);
}

/// With a point, so that it is told from integers.
inline void print_real(float value) {
    if (!(value < 1e12f && value > -1e12f)) return print("1.0e30 ");
    if (value < 0) print("-");
    const double size = value < 0 ? -double(value) : double(value);
    print_digits(uint64_t(size), 1);
    print(".");
    print_digits(uint64_t((size - double(uint64_t(size))) * 1e6), 6);
    print(" ");
}

/// The same elements on both sides; small floats, any codes, and bools that are such.
inline void fill(const tigris::tensor& info, void* buffer, uint32_t seed) {
    auto* bytes = static_cast<unsigned char*>(buffer);
    auto* floats = static_cast<float*>(buffer);
    for (int i = 0; i < size_of(info) / (is_real(info) ? 4 : 1); ++i) {
        seed = seed * 1664525u + 1013904223u;
        if (is_real(info))
            floats[i] = float(int32_t(seed >> 16) - 32768) / 16384.0f;
        else
            bytes[i] =
                (unsigned char)(info.type == tigris::dtype::boolean ? seed >> 31 : seed >> 24);
    }
}

inline void print_output(const tigris::tensor& info, const void* buffer) {
    const auto* bytes = static_cast<const unsigned char*>(buffer);
    if (is_real(info)) {
        for (int i = 0; i < size_of(info) / 4 && i < most_shown; ++i)
            print_real(static_cast<const float*>(buffer)[i]);
        return;
    }
    uint32_t digest = 2166136261u;
    for (int i = 0; i < size_of(info); ++i) digest = (digest ^ bytes[i]) * 16777619u;
    print_digits(digest, 1);
    print(" ");
}

inline bool is_same(const verify::model_under_test& model, const verify::run_for_target& target) {
    for (int i = 0; i < model.outputs.size; ++i) {
        const auto* a = static_cast<const unsigned char*>(model.output_buffers[i]);
        const auto* b = static_cast<const unsigned char*>(target.output_buffers[i]);
        for (int k = 0; k < size_of(model.graph.tensors[model.outputs[i]]); ++k)
            if (a[k] != b[k]) return false;
    }
    return true;
}

inline void run(const verify::model_under_test& model) {
    for (int i = 0; i < model.inputs.size; ++i)
        fill(model.graph.tensors[model.inputs[i]], model.input_buffers[i], uint32_t(i + 1));
    model.run();
    for (int i = 0; i < model.outputs.size; ++i)
        print_output(model.graph.tensors[model.outputs[i]], model.output_buffers[i]);
    for (int i = 0; i < model.targets.size; ++i) {
        if (!model.targets[i].run) continue;
        const char* complaint = model.targets[i].run();
        print(complaint ? complaint : is_same(model, model.targets[i]) ? "same" : "differs");
    }
    print("\n");
}

}  // namespace on_core

int main() {
    for (int i = 0; i < verify::models.size; ++i) on_core::run(verify::models[i]);
}
