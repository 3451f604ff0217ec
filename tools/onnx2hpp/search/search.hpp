// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Searches for a better plan than the constexpr planner makes: cuts, offsets, tile heights. The
// compiler takes it as a hint and checks it.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/search/candidate.hpp>

#include <optional>

namespace onnx2hpp {

/// How many plans, sequences of blocks, and starting points are tried at most.
struct search_limits {
    int plans = 0;
    int sequences = 0;
    int starts = 0;
};

/// The best plan that is found for a target's budgets, where it is better than the planner's own or
/// compilers would take long for that. A target without fast memory asks for the smallest plan. The
/// same answer each time.
std::optional<candidate> search(planner& plans, const tigris::target& target, effort how);
std::optional<candidate> search(planner& plans, const tigris::target& target,
                                const search_limits& most);

/// Hints for a model's header: for the options' target, if it names fast memory, and if what is
/// found fits.
std::vector<owned_hint> find_hints(const lowered_model& model, const options& options);

}  // namespace onnx2hpp
