// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "measure.hpp"

#include <onnx2hpp/search/search.hpp>
#include <onnx2hpp/two_pass/variants.hpp>

#include <chrono>

namespace ram {
namespace {

constexpr std::uint32_t alignment = 4;

tigris::target target_of(const limit& row, tigris::backend backend) {
    return {.backend = backend,
            .input = row.input,
            .output = row.output,
            .alignment = alignment,
            .costs = {.recompute_percent = row.recompute_percent}};
}

/// What is better than the planner's own, if the search finds it.
std::optional<onnx2hpp::owned_plan> find_hint(const onnx2hpp::variant& v, const limit& row) {
    onnx2hpp::planner plans = v.plans();
    tigris::target wanted = v.target;
    wanted.fast = row.fast.value_or(0);
    wanted.slow = row.fast ? tigris::unlimited : 0;
    std::optional<onnx2hpp::candidate> found =
        onnx2hpp::search(plans, wanted, onnx2hpp::effort::normal);
    if (!found) return {};
    return std::move(static_cast<onnx2hpp::owned_plan&>(found->plan));
}

std::optional<onnx2hpp::owned_plan> find_plan(const onnx2hpp::variant& v, const limit& row) {
    if (row.searched)
        if (std::optional<onnx2hpp::owned_plan> found = find_hint(v, row)) return found;
    onnx2hpp::planner plans = v.plans();
    if (row.fast) return plans.plan(*row.fast, tigris::unlimited);
    return plans.plan(std::uint64_t(plans.smallest_fast_bytes(false)), 0);
}

measured measure(const onnx2hpp::variant& v, const limit& row, onnx2hpp::owned_plan plan) {
    measured result;
    result.bytes = row.fast ? plan.slow_traffic_bytes : plan.fast_peak_bytes;
    result.total_bytes = plan.fast_peak_bytes + plan.slow_peak_bytes + plan.caller_bytes;
    const std::int64_t once = plan.macs - v.macs_again;
    if (once > 0)
        result.recomputed_percent =
            100.0 * double(plan.recomputed_macs + v.macs_again) / double(once);
    result.model = v.model;
    result.plan = std::move(plan);
    return result;
}

}  // namespace

std::optional<measured> measure(const onnx2hpp::lowered_model& model, const limit& row,
                                tigris::backend backend) {
    const auto start = std::chrono::steady_clock::now();
    std::optional<measured> best;
    for (const onnx2hpp::variant& v : onnx2hpp::variants_of(model, target_of(row, backend))) {
        std::optional<onnx2hpp::owned_plan> plan = find_plan(v, row);
        if (!plan) continue;
        measured next = measure(v, row, *std::move(plan));
        if (!best || next.bytes < best->bytes) best = std::move(next);
    }
    const std::chrono::duration<double, std::milli> taken =
        std::chrono::steady_clock::now() - start;
    if (best) best->milliseconds = taken.count();
    return best;
}

}  // namespace ram
