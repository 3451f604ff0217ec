// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A budget of fast memory, and what its plan comes to.

#include <tigris/planning/plan/plan.hpp>

#include <cstdint>
#include <optional>

namespace onnx2hpp {

/// A budget of fast memory with the totals of its plan, if one fits. Instructions are there if a
/// core is named whose cost table knows all kernels. If no plan fits: the least fast memory for
/// which a search found a plan, if there was a search.
struct swept_budget {
    std::uint64_t fast = 0;                             // bytes of fast memory
    std::optional<tigris::planning::plan_totals> plan;  // totals of the plan
    std::int64_t macs_made_again = 0;                   // multiply-accumulates of second passes
    std::optional<std::int64_t> instructions{};         // instructions of a run
    /// Bytes of the smallest plan that a search found.
    std::optional<std::int64_t> least_searched{};

    std::int64_t recomputed_macs() const { return plan->recomputed_macs + macs_made_again; }
};

}  // namespace onnx2hpp
