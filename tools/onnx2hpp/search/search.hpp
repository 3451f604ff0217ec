// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Searches for a better plan than the constexpr planner makes: cuts, offsets, tile heights. The
// compiler takes it as a hint and checks it.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/search/candidate.hpp>

#include <optional>

namespace onnx2hpp {

/// Limits of a search. Work is counted as in plan/work.hpp.
struct search_limits {
    int plans = 0;      // plans near the best starting points, and as many near the others
    int sequences = 0;  // sequences of blocks
    int starts = 0;     // starting points
    std::int64_t work = INT64_MAX;  // work of the search
};

/// The best plan that is found for a target's budgets. Nothing if the planner's own plan is as
/// good, unless compilers would take long for it. A target without fast memory asks for the
/// smallest plan. Gives the same answer each time.
std::optional<candidate> search(planner& plans, const tigris::target& wanted, effort how);
std::optional<candidate> search(planner& plans, const tigris::target& wanted, effort how,
                                const search_limits& most);

/// search() with limits instead of an effort. `ended_early`: whether the limit of work ended it.
std::optional<candidate> search(planner& plans, const tigris::target& wanted,
                                const search_limits& most, bool* ended_early = nullptr);

/// The smallest plan that a search with these limits finds for the target's slow memory, with all
/// substitutes that it may have. The same for targets that differ in their fast memory only.
std::optional<candidate> search_smallest(planner& plans, const tigris::target& like,
                                         const search_limits& most);

/// Whether compilers take seconds for a plan, or reach their limits: it is large, and is not a plan
/// of the first kind.
bool is_expensive(const owned_plan& plan);

/// Limits of an effort for a network of `tasks` tasks. `budgets` budgets that are searched one
/// after the other share the work.
search_limits limits_for(int tasks, effort how, std::size_t budgets = 1);

/// The candidate `found` as a header's hint for the target, if it fits.
std::vector<owned_hint> hints_that_fit(planner& plans, std::optional<candidate> found,
                                       const tigris::target& wanted);

/// Hints for a model's header: for the options' target, if it names fast memory, and if what is
/// found fits.
std::vector<owned_hint> find_hints(const lowered_model& model, const options& options);

/// Hints for a model's header that a planner finds with these limits, if what is found fits.
std::vector<owned_hint> find_hints(planner& plans, const tigris::target& wanted, effort how,
                                   const search_limits& most);

}  // namespace onnx2hpp
