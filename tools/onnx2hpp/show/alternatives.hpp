// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Other plans of a model: plans that take less memory, and plans that more memory would allow.

#include <onnx2hpp/show/budget_plans.hpp>

#include <cstdint>
#include <vector>

namespace onnx2hpp {

/// Kinds of alternatives.
///
/// * smallest: the least fast memory, with the slow memory that the target has.
/// * slow_memory: the least, if the target had slow memory.
/// * row_inputs: the least, if all inputs came row by row.
/// * undoubled: the least with which nothing is computed twice and nothing is moved.
enum class alternative_kind { smallest, slow_memory, row_inputs, undoubled };

/// A budget, and the plan that the command line makes for it with `--effort none`.
struct alternative {
    alternative_kind kind{};              // kind of plan
    std::int64_t fast_bytes = 0;          // budget of fast memory
    std::int64_t slow_bytes = 0;          // bytes of slow memory that the plan takes
    std::int64_t caller_bytes = 0;        // bytes of inputs and outputs in the caller's memory
    std::int64_t recomputed_macs = 0;     // multiply-accumulates that are done again
    std::int64_t slow_traffic_bytes = 0;  // bytes that a run moves from and to slow memory
};

/// A plan for which others are looked for.
struct shown_plan {
    const tigris::planning::plan_totals& totals;
    std::int64_t macs_again = 0;  // of its second passes
    bool fits_fast = true;
    bool fits_slow = true;
};

/// Alternatives that differ from `shown`. The command line's own plans are `plans`, those of the
/// kernels in `shown` are `kernels`.
std::vector<alternative> find_alternatives(const lowered_model& read, const options& wanted,
                                           budget_plans& plans, planned_options& kernels,
                                           const shown_plan& shown);

}  // namespace onnx2hpp
