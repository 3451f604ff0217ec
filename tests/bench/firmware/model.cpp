// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Runs a model once, between two marks, and prints what the host cannot see: names and numbers,
// line by line. ../subject.hpp says which; BENCH_KERNELS is the backend; BENCH_STEPS marks every
// call of a kernel, too; BENCH_ROWS, unless it is 0, calls them for so many rows at a time.

#include "mark.hpp"
#include "ticks.hpp"

#if BENCH_STEPS
#include "counted.hpp"
#define BENCH_BACKEND bench::counted
#elif BENCH_ROWS
#include "by_rows.hpp"
#define BENCH_BACKEND bench::by_rows
#else
#define BENCH_BACKEND BENCH_KERNELS
#endif

#include <semihost.hpp>
#include <stack.hpp>
#include <subject.hpp>

namespace {

void print(const char* name, uint64_t number) {
    semihost::print(name);
    semihost::print(" ");
    semihost::print(semihost::digits(uint32_t(number), 10));
    semihost::print("\n");
}

/// The most that a call needs beside its tensors: sums and working memory.
constexpr int64_t scratch_bytes = [] {
    int64_t most = 0;
    for (int k = 0; k < bench::plan.task_count; ++k)
        if (bench::plan.tasks[k].scratch_bytes > most) most = bench::plan.tasks[k].scratch_bytes;
    return most;
}();

void print_plan() {
    constexpr auto& plan = bench::plan;
    print("macs", uint64_t(tigris::execution::macs_of_model<bench::Model, bench::Target.backend>));
    print("recomputed_macs", uint64_t(plan.recomputed_macs));
    print("fast_bytes", uint64_t(plan.fast_peak_bytes));
    print("scratch_bytes", uint64_t(scratch_bytes));
    print("flash_bytes", uint64_t(plan.flash_bytes));
}

}  // namespace

int main() {
    if (!bench::prepare(bench::memory)) return 1;
    bench::fill_inputs();
    bench::tick_counter ticks;
    const size_t stack = stack::bytes_of([&] {
        ticks.start();
        tigris_bench_mark(&tigris_bench_start);
        bench::run();
        tigris_bench_mark(&tigris_bench_stop);
        ticks.stop();
    });
    print("hash", bench::hash_of_outputs());
    print("stack_bytes", stack);
    print("ticks", ticks.passed());
    print_plan();
#if BENCH_STEPS
    bench::print_steps<bench::Model, bench::Target>();
#endif
    return 0;
}
