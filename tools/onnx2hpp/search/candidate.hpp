// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A hint that owns its arrays, the plan that it makes, and what is best.

#include <onnx2hpp/plan/planner.hpp>

#include <compare>

namespace onnx2hpp {

/// A tigris::plan_hint with memory of its own.
struct owned_hint {
    std::uint64_t graph = 0;
    tigris::target target{};
    std::uint64_t scratch = tigris::unlimited;
    std::vector<tigris::segment_hint> segments{};
    std::vector<std::int32_t> tiles{}, fast_offsets{}, slow_offsets{};

    tigris::plan_hint view() const;
};

/// The decisions of a plan that the planner made by itself, but for its offsets.
owned_hint hint_of(const owned_plan& plan, const tigris::target& wanted);

/// Measures of a plan; plans are compared by the first one that differs. Less is better. A target
/// without fast memory asks for the smallest plan.
struct merit {
    std::int64_t excess = 0;   // bytes beyond the budgets
    std::int64_t crowded = 0;  // segments that exceed them; fewer are a step towards fewer bytes
    std::int64_t time = 0;     // time of a run
    std::int64_t bytes = 0;    // bytes of fast memory

    friend auto operator<=>(const merit&, const merit&) = default;
};

/// A hint and its plan. It is not possible if the hint cannot be used, or if it computes more again
/// than the target allows.
struct candidate {
    owned_hint hint;
    hinted_plan plan;

    bool is_possible() const;
    merit value() const;
};

candidate try_hint(planner& plans, owned_hint hint);

/// The planner's own plan as a candidate, with its tile heights if these fit.
candidate try_own(planner& plans, const owned_plan& made, const tigris::target& wanted);

/// Whether a is possible and better than b.
bool is_better(const candidate& a, const candidate& b);

}  // namespace onnx2hpp
