// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Cost of a task at a tile height, in thousandths of a cycle. It leaves out multiply-accumulates.

#include <tigris/planning/rows/row_network.hpp>

namespace tigris::planning {

/// Input rows that the windows of `made` output rows cover.
constexpr int64_t rows_of_call(const row_rate& r, int32_t made) {
    return (r.last - r.first + (made - 1) * r.stride) / r.divisor + 1;
}

/// Rows that the task's windows cover in all calls together.
constexpr int64_t rows_under_windows(const row_network& n, const task& t, int32_t tile) {
    const int32_t made = n.tensors[t.output].rows, rest = made % tile;
    int64_t rows = 0;
    for (const row_read& r : n.reads_of(int(&t - n.tasks.data))) {
        if (r.tensor < 0) continue;
        rows += made / tile * rows_of_call(r.rate, tile);
        if (rest > 0) rows += rows_of_call(r.rate, rest);
    }
    return rows;
}

/// Pixels that the kernel computes for nothing, because it fills up blocks.
constexpr int64_t idle_pixels(const task& t, const row_tensor& out, int32_t tile) {
    const int64_t width = out.row_bytes / out.pixel_bytes, block = t.kernel.pixel_block;
    const int64_t pixels = width * tile, rest = width * (out.rows % tile);
    return (block - pixels % block) % block * (out.rows / tile) + (block - rest % block) % block;
}

/// Cycles of the passes over `pixels` pixels, and of the pixels beside blocks of four.
constexpr int64_t cycles_of_passes(const kernel_facts& k, int64_t pixels) {
    const int64_t passes = (pixels + k.pass_pixels - 1) / k.pass_pixels;
    return passes * k.pass_cycles + pixels % 4 * k.single_cycles;
}

/// Cycles of all calls of a task, without the constants that they read.
constexpr int64_t cycles_of_calls(const row_network& n, const task& t, const row_tensor& out,
                                  int32_t tile) {
    const int64_t calls = (out.rows + tile - 1) / tile;
    if (tile == 1 && t.kernel.row_cycles >= 0) return calls * t.kernel.row_cycles;
    int64_t cycles = calls * t.kernel.call_cycles;
    if (t.kernel.window_row_cycles > 0)
        cycles += rows_under_windows(n, t, tile) * t.kernel.window_row_cycles;
    if (t.kernel.pass_pixels == 0) return cycles;
    const int64_t width = out.width(), rest = width * (out.rows % tile);
    return cycles + cycles_of_passes(t.kernel, width * tile) * (out.rows / tile) +
           cycles_of_passes(t.kernel, rest);
}

/// Cost of a task that makes `tile` rows per call. One row per call never costs less than all rows
/// in one call.
constexpr int64_t task_cost(const row_network& n, int number, int32_t tile,
                            const plan_costs& costs) {
    const task& t = n.tasks.data[number];
    const row_tensor& out = n.tensors.data[t.output];
    if (t.whole || tile > out.rows) tile = out.rows;
    const int64_t calls = (out.rows + tile - 1) / tile;
    int64_t cost =
        cycles_of_calls(n, t, out, tile) * 1000 + calls * t.constant_bytes * costs.flash_byte;
    if (tile == 1 && out.rows > 1 && t.kernel.row_cycles >= 0) {
        const int64_t at_once = task_cost(n, number, out.rows, costs);
        return cost > at_once ? cost : at_once;
    }
    if (t.kernel.pixel_block <= 1 || out.pixel_bytes == 0) return cost;
    const int64_t pixels = out.bytes() / out.pixel_bytes;
    if (pixels > 0) cost += idle_pixels(t, out, tile) * (t.macs / pixels) * costs.mac;
    return cost;
}

}  // namespace tigris::planning
