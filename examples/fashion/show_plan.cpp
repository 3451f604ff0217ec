// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints the int8 model's memory plan for Cortex-M as a table and a timeline.

#include <fashion_int8.hpp>

#include <cstdio>

namespace {

constexpr auto& model = fashion_int8::model;
constexpr tigris::target cortex_m{.alignment = 4};
constexpr auto& plan = tigris::plan_of<model, cortex_m>;

constexpr const char* place(tigris::planning::home lives) {
    constexpr const char* names[]{"arena", "input", "output", "flash"};
    return names[int(lives)];
}

void print_step(int step) {
    const tigris::operands t = model.graph.all().operands_of(step);
    const int out = t.output_edges[0];
    const auto& where = plan.tensors[out];
    const auto rows = tigris::rows_of(t.output().dims);
    std::printf("%2d  %-34.34s %3d x %3d x %3d  %6lld  %-6s", step, model.step_names[step],
                rows.rows, rows.width, rows.channels, (long long)where.bytes, place(where.lives));
    if (where.lives == tigris::planning::home::arena)
        std::printf(" %6lld", (long long)where.offset);
    else
        std::printf("       ");
    const long long live = plan.steps[step].live_bytes, peak = plan.timeline_peak_bytes;
    std::printf("  %6lld ", live);
    for (long long bar = 0; bar < live * 32 / peak; ++bar) std::putchar('#');
    std::printf("%s\n", step == plan.peak_step ? " <- peak" : "");
}

}  // namespace

int main() {
    std::printf(
        "    step                               rows x  w  x  c    bytes  where  offset  live "
        "bytes\n");
    for (int step = 0; step < model.graph.node_count; ++step) print_step(step);
    std::printf(
        "\nfast memory %lld bytes (live at once %lld), flash for weights and tables %lld bytes, "
        "%.2f M multiply-accumulates\n",
        (long long)plan.fast_peak_bytes, (long long)plan.timeline_peak_bytes,
        (long long)plan.flash_bytes, double(plan.macs) / 1e6);
}
