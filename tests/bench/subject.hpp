// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The model and plan that a program measures, and one run of it. The build says which:
//   BENCH_HEADER, BENCH_MODEL   its header and namespace
//   BENCH_BACKEND               a constant of type tigris::backend
//   BENCH_FAST                  times the smallest fast memory; 0 does not limit it
//   BENCH_FAST_BYTES            bytes of fast memory instead; may be absent
//   BENCH_ALIGNMENT             of tensors, in bytes
//   BENCH_RECOMPUTE             percent of the multiply-accumulates that may be done again
//   BENCH_OPTIMIZE              an enumerator of tigris::optimize

#include BENCH_HEADER

#include "fill.hpp"

/// The blob of a model with constants in one.
extern "C" const unsigned char bench_blob[], bench_blob_end[];

namespace bench {
namespace {

namespace subject = BENCH_MODEL;
constexpr auto& model = subject::model;
constexpr auto Model = subject::model_type{};

constexpr tigris::target board{.backend = BENCH_BACKEND,
                               .optimize = tigris::optimize::BENCH_OPTIMIZE,
                               .alignment = BENCH_ALIGNMENT,
                               .costs = {.recompute_percent = BENCH_RECOMPUTE}};

/// So much fast memory, or the smallest so many times.
constexpr tigris::target limited(tigris::target t) {
#ifdef BENCH_FAST_BYTES
    t.fast = BENCH_FAST_BYTES;
#endif
    if constexpr (BENCH_FAST > 0) t.fast = tigris::smallest_fast_bytes<Model, board> * BENCH_FAST;
    return t;
}

constexpr tigris::target Target = limited(board);
constexpr const auto& plan = tigris::plan_of<Model, Target>;

constinit tigris::workspace<Model, Target> memory{};

template <int I>
constinit tigris::input_buffer<Model, I> input{};
template <int I>
constinit tigris::output_buffer<Model, I> output{};

/// FNV-1a of all outputs, so that the same model under two plans can be compared.
uint32_t hash = 2166136261u;

template <int I>
void hash_output() {
    const auto* bytes = static_cast<const unsigned char*>(static_cast<const void*>(&output<I>[0]));
    for (size_t i = 0; i < sizeof(output<I>); ++i) hash = (hash ^ bytes[i]) * 16777619u;
}

template <int... I, int... O>
void run_all(tigris::index_sequence<I...>, tigris::index_sequence<O...>) {
    static_cast<void>(
        tigris::run(model, memory, tigris::inputs(input<I>...), tigris::outputs(output<O>...)));
}

void run() {
    run_all(tigris::make_index_sequence<tigris::own_inputs<tigris::type_of<Model>>>{},
            tigris::make_index_sequence<tigris::own_outputs<tigris::type_of<Model>>>{});
}

/// Binds the blob, where constants are in one, and checks those that are compressed.
template <class Workspace>
bool prepare([[maybe_unused]] Workspace& memory) {
    if constexpr (Workspace::has_blob)
        return memory.bind_weights(bench_blob, size_t(bench_blob_end - bench_blob)) ==
               tigris::status::ok;
    else if constexpr (requires { tigris::init(model, memory); })
        return tigris::init(model, memory) == tigris::status::ok;
    else
        return true;
}

void fill_inputs() {
    tigris::for_each_index<tigris::own_inputs<tigris::type_of<Model>>>(
        [](auto i) { fill<Model, i.value>(input<i.value>); });
}

/// Of the last run.
uint32_t hash_of_outputs() {
    tigris::for_each_index<tigris::own_outputs<tigris::type_of<Model>>>(
        [](auto i) { hash_output<i.value>(); });
    return hash;
}

}  // namespace
}  // namespace bench
