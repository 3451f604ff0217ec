// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What `onnx2hpp analyze` finds out, and the forms in which it shows that.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/plan/lasting_bytes.hpp>
#include <onnx2hpp/plan/planner.hpp>
#include <onnx2hpp/show/alternatives.hpp>
#include <onnx2hpp/show/cost/estimate.hpp>
#include <onnx2hpp/show/swept_budget.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace onnx2hpp {

/// A plan, and what was asked for. It is the plan of the header that a conversion with the same
/// options writes. If none fits, it is the smallest plan that was found. The model is the header's,
/// with second passes.
///
/// * `exceeded`: a sentence that says which budget is too small.
/// * `was_searched`: the header has a hint for the plan. `may_shrink`: no plan fits, and no search
///   looked for a smaller one.
/// * `live_bytes`: the timeline, step by step. `calls`: the calls of a run, if they are wanted.
/// * `alternatives`: other plans, unless JSON or a sweep is wanted.
/// * `lasting`: bytes of each region beside the plan.
/// * `macs_made_again`: multiply-accumulates of second passes.
/// * `constants_region`: the board's memory of constants, or -1. `board` keeps the memories that
///   `target` names.
/// * `cost`: cost of the plan on the core that was named. `clock_hz`: the board's clock, or 0.
struct analysis {
    lowered_model model;
    tigris::target target;
    owned_plan plan;
    std::vector<std::int64_t> live_bytes;
    std::vector<task_call> calls;
    std::vector<lasting_bytes> lasting;
    std::optional<std::string> exceeded;
    std::int64_t macs_made_again = 0;
    std::int64_t smallest_without_slow = 0;
    std::int64_t smallest_with_slow = 0;
    bool was_searched = false;
    bool may_shrink = false;
    bool is_limited = false;  // by -m, to no more than a board leaves
    int constants_region = -1;
    std::vector<swept_budget> sweep;
    std::vector<alternative> alternatives;
    cost_estimate cost;
    std::uint64_t clock_hz = 0;
    std::shared_ptr<const mapped_board> board = {};

    /// Multiply-accumulates of the model, and those that are done twice, with second passes.
    std::int64_t model_macs() const { return plan.macs - macs_made_again; }
    std::int64_t recomputed_macs() const { return plan.recomputed_macs + macs_made_again; }
};

/// `read` is the model as it was read and lowered.
analysis analyze(const lowered_model& read, const options& options);

/// analyze(), with room for two values of each state where states need that beside the plan.
analysis analyze_with_states(const lowered_model& read, const options& options);

/// Describes a plan that was made for a header, without alternatives.
analysis describe(lowered_model model, const options& options, owned_plan plan);

/// Tables for a terminal: segments, steps, tensors, memories, advice, totals.
std::string to_details(const analysis& a);

/// A title: what the user asked for, and the smallest memories.
std::string to_title(const analysis& a);

/// A line for each budget of the sweep: bytes, and a bar for what the planner weighs. Says so where
/// conversions search for plans and the sweep did not.
std::string to_sweep(const analysis& a, bool was_searched);

/// All members of the plan, in an order that stays (docs/explanation/memory.md), and the sweep.
std::string to_json(const analysis& a);

}  // namespace onnx2hpp
