// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The time that a run takes here, on one thread, and multiply-accumulates a second.

#include <benchmark/benchmark.h>
#include <subject.hpp>

namespace {

void run_model(benchmark::State& state) {
    bench::fill_inputs();
    for (auto _ : state) {
        bench::run();
        benchmark::ClobberMemory();
    }
    const double macs =
        double(tigris::execution::macs_of_model<bench::Model, bench::Target.backend>);
    state.counters["MAC"] = benchmark::Counter(macs, benchmark::Counter::kIsIterationInvariantRate);
}

BENCHMARK(run_model)->Name(BENCH_NAME)->Unit(benchmark::kMicrosecond);

}  // namespace
