// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs the model of subject.hpp once between two marks, for the board that its header is for, and
// prints a hash of the outputs. Inputs and outputs lie in the plan. Constants are copied before the
// first mark.

#include "mark.hpp"
#include "subject.hpp"

#include <semihost.hpp>

namespace {

constexpr auto model = subject::model;
auto& memory = tigris::default_workspace<model>;

/// Some codes, the same in every run; small whole numbers for floats.
template <int I>
void fill_input() {
    using edge = tigris::input_edge<model, I>;
    uint32_t state = 1 + I;
    for (int i = 0; i < edge::extent; ++i) {
        state = state * 1664525u + 1013904223u;
        memory.template input<I>()[i] =
            static_cast<typename edge::type>(static_cast<int32_t>(state >> 24) - 128);
    }
}

/// FNV-1a of the bytes, after `hash`.
uint32_t hash_bytes(uint32_t hash, const void* bytes, size_t count) {
    for (size_t i = 0; i < count; ++i)
        hash = (hash ^ static_cast<const unsigned char*>(bytes)[i]) * 16777619u;
    return hash;
}

uint32_t hash_of_outputs() {
    uint32_t hash = 2166136261u;
    tigris::for_each_index<model.outputs.size()>([&](auto o) {
        using edge = tigris::output_edge<model, o.value>;
        hash = hash_bytes(hash, memory.template output<o.value>(),
                          edge::extent * sizeof(typename edge::type));
    });
    return hash;
}

template <class Workspace>
bool prepare(Workspace& ws) {
    if constexpr (Workspace::has_init) return tigris::init(model, ws) == tigris::status::ok;
    return true;
}

}  // namespace

int main() {
    if (!prepare(memory)) return 2;
    tigris::for_each_index<model.inputs.size()>([](auto i) { fill_input<i.value>(); });
    tigris_bench_mark(&tigris_bench_start);
    static_cast<void>(tigris::run(model, memory));
    tigris_bench_mark(&tigris_bench_stop);
    semihost::print("hash ");
    semihost::print(semihost::digits(hash_of_outputs(), 10));
    semihost::print("\n");
    return 0;
}
