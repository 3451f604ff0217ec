// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the int8 model's plans for Cortex-M, for a comfortable budget and for the smallest.

#include <fashion_int8.hpp>

#include <onnx2hpp/enumerators.hpp>

#include <cstdio>

namespace {

using namespace tigris;
constexpr auto& model = fashion_int8::model;

void print_bytes(const planning::buffer_plan& b) {
    if (b.home == planning::home::arena)
        std::printf("%5d  %6lld\n", b.rows, (long long)(b.offset + b.slice_offset));
    else
        std::printf("  in the caller's memory\n");
}

template <class Plan>
void print_segment(const Plan& plan, int number) {
    const planning::segment_plan& s = plan.segments[number];
    std::printf("segment %-2d %s %-9s %2d strip%c %3d calls %6lld bytes ", number,
                onnx2hpp::name_of(s.strategy), s.bottom_up ? "bottom-up" : "top-down", s.strips,
                s.strips > 1 ? 's' : ' ', s.calls, (long long)s.peak_bytes);
    for (long long bar = 0; bar < s.peak_bytes / 1024; ++bar) std::putchar('#');
    std::printf(s.peak_bytes == plan.fast_peak_bytes ? " <- peak\n" : "\n");
    for (int k = s.begin; k < s.end; ++k) {
        const planning::task_plan& t = plan.tasks[k];
        const planning::buffer_plan& b = plan.buffers[t.output];
        std::printf("    %-36.36s %2d of %3d rows x %4d bytes ", model.step_names[t.step], t.tile,
                    b.height, b.own_row_bytes);
        print_bytes(b);
    }
}

template <target Target>
void print_plan() {
    constexpr auto& plan = plan_of<model, Target>;
    std::printf("With %llu bytes of fast memory\n", (unsigned long long)Target.fast);
    std::printf("    %-36s %-29s kept  offset\n", "step", "rows a call");
    for (int s = 0; s < plan.segment_count; ++s) print_segment(plan, s);
    std::printf(
        "fast memory %lld bytes, flash for weights and tables %lld bytes, "
        "%.2f M multiply-accumulates (%.2f M more again), %d calls\n\n",
        (long long)plan.fast_peak_bytes, (long long)plan.flash_bytes, double(plan.macs) / 1e6,
        double(plan.recomputed_macs) / 1e6, plan.calls);
}

}  // namespace

int main() {
    constexpr target cortex_m{.fast = 32_KiB, .alignment = 4};
    constexpr target smallest{.fast = smallest_fast_bytes<model, cortex_m>, .alignment = 4};
    print_plan<cortex_m>();
    print_plan<smallest>();
}
