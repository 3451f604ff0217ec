// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/describe.hpp>
#include <onnx2hpp/show/units.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris::planning;

/// The number of steps whose segments run row by row. A view, such as a Reshape, belongs to no
/// segment.
std::ptrdiff_t count_streamed_steps(const owned_plan& plan) {
    return std::count_if(plan.steps.begin(), plan.steps.end(), [&](const step_plan& s) {
        return s.segment >= 0 && plan.segments[std::size_t(s.segment)].strategy != strategy::whole;
    });
}

}  // namespace

std::string describe_kind(const analysis& a) {
    const std::ptrdiff_t streamed = count_streamed_steps(a.plan);
    std::string out = streamed == 0 ? "whole: each step computes all its rows at once"
                                    : fmt::format("streamed: {} of {} steps run row by row",
                                                  streamed, a.plan.steps.size());
    const std::int64_t twice = a.recomputed_macs();
    out += twice == 0 ? "; nothing is computed twice"
                      : fmt::format("; recomputed: +{} MACs",
                                    spell_percent(double(twice), double(a.model_macs())));
    if (a.plan.slow_traffic_bytes > 0)
        out += fmt::format("; {} moved in a run", spell_bytes(a.plan.slow_traffic_bytes));
    return out;
}

matter describe_workers(const analysis& a) {
    if (a.target.workers == 1) return {};
    std::int64_t scratch = 0;
    std::size_t shared = 0;
    for (const task_plan& t : a.plan.tasks) {
        if (t.workers == 1) continue;
        ++shared;
        scratch = std::max(scratch, t.scratch_bytes / t.workers);
    }
    return {"workers",
            items_of(
                worth::facts,
                {fmt::format("2 share the rows of {} steps: {} of the MACs; {} more scratch",
                             shared, spell_percent(double(a.plan.shared_macs), double(a.plan.macs)),
                             spell_bytes(scratch))})};
}

}  // namespace onnx2hpp
