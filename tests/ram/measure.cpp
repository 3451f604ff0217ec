// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "measure.hpp"

#include <chrono>

namespace ram {
namespace {

constexpr std::uint32_t alignment = 4;

std::optional<onnx2hpp::owned_plan> find_plan(const tigris::planning::network& network,
                                              const limit& row) {
    onnx2hpp::planner plans(network, {.input = row.input,
                                      .output = row.output,
                                      .alignment = alignment,
                                      .costs = {.recompute_percent = row.recompute_percent}});
    if (row.fast) return plans.plan(*row.fast, tigris::unlimited);
    return plans.plan(std::uint64_t(plans.smallest_fast_bytes(false)), 0);
}

}  // namespace

std::optional<measured> measure(const tigris::planning::network& network, const limit& row) {
    const auto start = std::chrono::steady_clock::now();
    std::optional<onnx2hpp::owned_plan> plan = find_plan(network, row);
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - start;
    if (!plan) return std::nullopt;
    measured result{.milliseconds = taken.count(), .plan = *std::move(plan)};
    const tigris::planning::plan_totals& totals = result.plan;
    result.bytes = row.fast ? totals.slow_traffic_bytes : totals.fast_peak_bytes;
    result.total_bytes = totals.fast_peak_bytes + totals.slow_peak_bytes + totals.caller_bytes;
    result.recomputed_percent = 100.0 * double(totals.recomputed_macs) / double(totals.macs);
    return result;
}

}  // namespace ram
