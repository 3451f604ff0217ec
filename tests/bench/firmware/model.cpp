// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a model once, between two marks, and prints what the host cannot see: JSON's pairs of names
// and numbers, line by line. The build says which model and which plan:
//   BENCH_HEADER, BENCH_MODEL   its header and namespace
//   BENCH_FAST                  times the smallest fast memory; 0 does not limit it
//   BENCH_RECOMPUTE             percent of the multiply-accumulates that may be done again
//   BENCH_OPTIMIZE              an enumerator of tigris::optimize
//   BENCH_STEPS                 marks every call of a kernel, too

#include "mark.hpp"
#include "stack.hpp"
#include "ticks.hpp"

#include BENCH_HEADER
#include <semihost.hpp>

#if BENCH_STEPS
#include "counted.hpp"
#endif

namespace {

namespace subject = BENCH_MODEL;
constexpr auto& model = subject::model;
constexpr auto Model = subject::model_type{};

#if BENCH_STEPS
constexpr tigris::backend backend = bench::counted;
#else
constexpr tigris::backend backend = tigris::portable;
#endif

constexpr tigris::target board{.backend = backend,
                               .optimize = tigris::optimize::BENCH_OPTIMIZE,
                               .alignment = 4,
                               .costs = {.recompute_percent = BENCH_RECOMPUTE}};

/// The smallest fast memory, so many times.
constexpr tigris::target limited(tigris::target t) {
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

/// Some codes, the same in every run; small whole numbers for floats.
template <int I>
void fill_input() {
    uint32_t state = 1 + I;
    for (int i = 0; i < tigris::input_edge<Model, I>::extent; ++i) {
        state = state * 1664525u + 1013904223u;
        input<I>[i] = static_cast<typename tigris::input_edge<Model, I>::type>(
            static_cast<int32_t>(state >> 24) - 128);
    }
}

/// FNV-1a of all outputs, so that the same model under two plans can be compared.
uint32_t hash = 2166136261u;

template <int I>
void hash_output() {
    const auto* bytes = static_cast<const unsigned char*>(static_cast<const void*>(&output<I>[0]));
    for (size_t i = 0; i < sizeof(output<I>); ++i) hash = (hash ^ bytes[i]) * 16777619u;
}

template <int... I, int... O>
void run(tigris::index_sequence<I...>, tigris::index_sequence<O...>) {
    tigris::run(model, memory, tigris::inputs(input<I>...), tigris::outputs(output<O>...));
}

constexpr auto all_inputs = tigris::make_index_sequence<Model.inputs.size()>{};
constexpr auto all_outputs = tigris::make_index_sequence<Model.outputs.size()>{};

void print(const char* name, uint64_t number) {
    semihost::print(name);
    semihost::print(" ");
    semihost::print(semihost::digits(uint32_t(number), 10));
    semihost::print("\n");
}

void print_plan() {
    print("macs", uint64_t(tigris::execution::macs_of_model<Model, backend>));
    print("recomputed_macs", uint64_t(plan.recomputed_macs));
    print("fast_bytes", uint64_t(plan.fast_peak_bytes));
    int64_t scratch = 0;
    for (const auto& step : tigris::execution::facts_for<Model, backend>.steps) {
        const int64_t bytes = step.kernel.accumulator_bytes;
        if (bytes > scratch) scratch = bytes;
    }
    print("scratch_bytes", uint64_t(scratch));
    print("flash_bytes", uint64_t(plan.flash_bytes));
}

}  // namespace

int main() {
    tigris::for_each_index<Model.inputs.size()>([](auto i) { fill_input<i.value>(); });
    bench::tick_counter ticks;
    const size_t stack = bench::stack_bytes_of([&] {
        ticks.start();
        tigris_bench_mark(&tigris_bench_start);
        run(all_inputs, all_outputs);
        tigris_bench_mark(&tigris_bench_stop);
        ticks.stop();
    });
    tigris::for_each_index<Model.outputs.size()>([](auto i) { hash_output<i.value>(); });
    print("hash", hash);
    print("stack_bytes", stack);
    print("ticks", ticks.passed());
    print_plan();
#if BENCH_STEPS
    bench::print_steps<Model, Target>();
#endif
    return 0;
}
