// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What `onnx2hpp analyze` finds out, and the forms in which it shows that.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/plan/lasting_bytes.hpp>
#include <onnx2hpp/plan/memory_lack.hpp>
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
/// options writes. If none fits, it is the smallest plan that was found.
struct analysis {
    lowered_model model;                     // the header's model, with second passes
    tigris::target target;                   // target that was asked for
    owned_plan plan;                         // the plan
    std::vector<std::int64_t> live_bytes;    // live bytes of each step
    std::vector<task_call> calls;            // calls of a run, if they are wanted
    std::vector<lasting_bytes> lasting;      // bytes of each region beside the plan
    std::optional<memory_lack> exceeded;     // the memory that is too small, if there is one
    std::int64_t macs_made_again = 0;        // multiply-accumulates of second passes
    std::int64_t smallest_without_slow = 0;  // least bytes of fast memory, without slow memory
    std::int64_t smallest_with_slow = 0;     // least bytes of fast memory, with slow memory
    bool was_searched = false;               // the header has a hint for the plan
    bool may_shrink = false;                 // no plan fits, and no search looked for a smaller one
    bool is_limited = false;                 // -m limits the plan to no more than a board leaves
    int constants_region = -1;               // the board's memory of constants; -1: none
    std::vector<swept_budget> sweep;         // budgets and their plans
    std::vector<alternative> alternatives;   // other plans, unless JSON or a sweep is wanted
    cost_estimate cost;                      // cost of the plan on the core that was named
    std::uint64_t clock_hz = 0;              // clock of the board, in Hz; 0: not known
    std::shared_ptr<const mapped_board> board = {};  // keeps the memories that `target` names

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
