// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A budget of fast memory, and what its plan comes to.

#include <tigris/planning/plan.hpp>

#include <cstdint>
#include <optional>

namespace onnx2hpp {

/// The totals of the budget's plan, if there is one that fits; so many of the multiply-accumulates
/// are those of second passes. Its instructions where a core is named whose cost table knows all
/// kernels. Where none fits: the least fast memory for which a search found a plan, if there was
/// one.
struct swept_budget {
    std::uint64_t fast = 0;
    std::optional<tigris::planning::plan_totals> plan;
    std::int64_t macs_made_again = 0;
    std::optional<std::int64_t> instructions{};
    std::optional<std::int64_t> least_searched{};

    std::int64_t recomputed_macs() const { return plan->recomputed_macs + macs_made_again; }
};

}  // namespace onnx2hpp
