// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a task costs at a tile height, in thousandths of a cycle, beyond its multiply-accumulates.

#include <tigris/planning/row_network.hpp>

namespace tigris::planning {

/// Rows that the task's windows cover in all calls together.
constexpr int64_t rows_under_windows(const row_network& n, const task& t, int32_t tile) {
    int64_t rows = 0;
    for (const row_read& r : n.reads_of(int(&t - n.tasks.data))) {
        if (r.tensor < 0) continue;
        const int32_t made = n.tensors[t.output].rows, calls = (made + tile - 1) / tile;
        rows += int64_t(calls) *
                ((r.rate.last - r.rate.first + (tile - 1) * r.rate.stride) / r.rate.divisor + 1);
    }
    return rows;
}

/// Pixels that blocks of the kernel work on for nothing.
constexpr int64_t idle_pixels(const task& t, const row_tensor& out, int32_t tile) {
    const int64_t width = out.row_bytes / out.pixel_bytes, block = t.kernel.pixel_block;
    const int64_t pixels = width * tile, rest = width * (out.rows % tile);
    return (block - pixels % block) % block * (out.rows / tile) + (block - rest % block) % block;
}

/// Cost of a task that makes `tile` rows a call.
constexpr int64_t task_cost(const row_network& n, int number, int32_t tile,
                            const plan_costs& costs) {
    const task& t = n.tasks.data[number];
    const row_tensor& out = n.tensors.data[t.output];
    if (t.whole || tile > out.rows) tile = out.rows;
    const int64_t calls = (out.rows + tile - 1) / tile;
    int64_t cost =
        calls * (int64_t(t.kernel.call_cycles) * 1000 + t.constant_bytes * costs.flash_byte);
    if (t.kernel.window_row_cycles > 0)
        cost += rows_under_windows(n, t, tile) * t.kernel.window_row_cycles * 1000;
    if (t.kernel.pixel_block <= 1 || out.pixel_bytes == 0) return cost;
    const int64_t pixels = out.bytes() / out.pixel_bytes;
    if (pixels > 0) cost += idle_pixels(t, out, tile) * (t.macs / pixels) * costs.mac;
    return cost;
}

}  // namespace tigris::planning
