// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs models one after the other, each whole and with the smallest fast memory, every call of a
// kernel between marks. chains.hpp, which the build writes, includes them and lists their
// namespaces; BENCH_KERNELS is the backend.

#include <chains.hpp>

#include "counted.hpp"

#include "fill.hpp"

namespace {

using namespace tigris;

template <auto Model, uint64_t Times>
constexpr target target_of() {
    target t{.backend = bench::counted,
             .optimize = optimize::BENCH_OPTIMIZE,
             .alignment = BENCH_ALIGNMENT};
    if constexpr (Times > 0) t.fast = smallest_fast_bytes<Model, target_of<Model, 0>()> * Times;
    return t;
}

/// One program's models share their memory.
template <auto Model, target Target>
struct buffers {
    workspace<Model, Target> memory{};
    input_buffer<Model, 0> input{};
    output_buffer<Model, 0> output{};
};

template <class Chain, uint64_t Times>
void run_chain(const auto& model, const char* name) {
    constexpr auto Model = Chain{};
    constexpr target Target = target_of<Model, Times>();
    static constinit buffers<Model, Target> of{};
    bench::fill<Model, 0>(of.input);
    semihost::print(name);
    semihost::print(Times == 0 ? " whole\n" : " smallest\n");
    bench::print_steps<Model, Target>();
    tigris_bench_mark(&tigris_bench_start);
    run(model, of.memory, inputs(of.input), outputs(of.output));
    tigris_bench_mark(&tigris_bench_stop);
}

}  // namespace

#define RUN_CHAIN(NAME)                                          \
    run_chain<NAME::model_type, 0>(NAME::model, "chain " #NAME); \
    run_chain<NAME::model_type, 1>(NAME::model, "chain " #NAME);

int main() {
    BENCH_FOR_EACH_CHAIN(RUN_CHAIN)
    return 0;
}
