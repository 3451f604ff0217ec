// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The planning steps of the library one after the other, with memory of their own: what the
// compiler does in execution/plans/plan_of.hpp, for a network of any size.

#include <onnx2hpp/plan/plan_memory.hpp>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace onnx2hpp {

/// A plan that owns its arrays. `how`: the attempt that made it, if no hint did. `least_limit`: the
/// least limit that makes the same segments. `scratch`: the most scratch that its kernels take.
struct owned_plan : tigris::planning::plan_totals {
    tigris::planning::attempt how;
    std::int64_t least_limit = 0;
    std::uint64_t scratch = tigris::unlimited;
    std::vector<tigris::planning::tensor_plan> tensors;
    std::vector<tigris::planning::step_plan> steps;
    std::vector<tigris::planning::segment_plan> segments;
    std::vector<tigris::planning::task_plan> tasks;
    std::vector<tigris::planning::row_read> reads;
    std::vector<tigris::planning::buffer_plan> buffers;
    std::vector<std::int64_t> region_bytes;
};

/// What becomes of a hint: what is wrong with it or its plan, what that costs in a run by the
/// planner's measure and by the clock, and the blocks of each space in the order of a hint's
/// offsets.
struct hinted_plan : owned_plan {
    tigris::hint_fault fault = tigris::hint_fault::none;
    std::int64_t run_cost = 0;
    std::int64_t run_time = 0;
    std::vector<tigris::planning::block> blocks[tigris::planning::space_count];
};

/// What a run of a plan takes, in a unit of its own.
using plan_clock = std::function<std::int64_t(const owned_plan&)>;

/// A call of a task: rows of its output, counted from the top; of its input, for a task that adds
/// up. A row that comes in parts is called once for each part.
struct task_call {
    int task = 0;
    std::int32_t first_row = 0;
    std::int32_t rows = 0;

    friend bool operator==(const task_call&, const task_call&) = default;
};

/// Plans one network for targets that differ in their budgets only: `like` says the rest.
class planner {
public:
    planner(const tigris::planning::network& model, const tigris::target& like);

    /// The plan of one attempt; nothing where its partition exists for no layout.
    std::optional<owned_plan> plan(const tigris::planning::attempt& a);

    /// What is tried first for a budget.
    tigris::planning::attempt first_attempt(std::uint64_t fast) const;

    /// The first attempt that fits (plan_of of the library where it fits), or nothing. Where the
    /// network has substitutes, with as few of them as let one fit.
    std::optional<owned_plan> plan(std::uint64_t fast, std::uint64_t slow);

    /// The planner of the kernels in that plan: itself, or one with substitutes; with all of them
    /// where no plan fits.
    planner& with_kernels_for(std::uint64_t fast, std::uint64_t slow);

    /// The planner of the kernels that take at most so much scratch.
    planner& with_scratch(std::uint64_t most);

    /// The plan of a hint. Whether its hash, target and budgets are right is the caller's to ask.
    hinted_plan plan(const tigris::plan_hint& hint);

    /// What measures the run_time of hints' plans from now on. Without a clock it is their
    /// run_cost.
    void time_by(plan_clock clock) { clock_ = std::move(clock); }

    bool has_clock() const { return bool(clock_); }

    /// The time of a plan by that clock, or nothing without one.
    std::optional<std::int64_t> time_of(const owned_plan& made) const {
        return clock_ ? std::optional(clock_(made)) : std::nullopt;
    }

    /// For each step of the plan of an attempt, or of a hint: the bytes of fast memory that are
    /// live at its calls (the library's timeline_of).
    std::vector<std::int64_t> timeline(const tigris::planning::attempt& a);
    std::vector<std::int64_t> timeline(const tigris::plan_hint& hint);

    /// The calls of a run of such a plan, in their order.
    std::vector<task_call> calls(const tigris::planning::attempt& a);
    std::vector<task_call> calls(const tigris::plan_hint& hint);

    /// The hash that hints for kernels with so much scratch must name.
    std::uint64_t graph_hash(std::uint64_t scratch);

    /// Tasks of the row network.
    int task_count() const { return rows_.used.tasks; }

    /// Counts what planning took so far, in about nanoseconds of a desktop computer: the same on
    /// each, so that searches stop at the same place.
    std::int64_t work() const;

    /// Counts what a search takes beside planning; less, where a search has limits of its own.
    void spend(std::int64_t work) { work_ += work; }

    /// Whether every result could be spilled and every read reloaded. Where it could not, plans
    /// that use slow memory may not be found.
    bool can_number_transfers() const;

    /// What all offsets are multiples of, in bytes.
    std::uint32_t alignment() const;

    /// The fast space of the target's memories.
    const tigris::planning::space& fast_memory() const { return spaces_[0]; }

    /// The least fast memory with which a plan fits, and which, without hints and substitutes.
    tigris::planning::least_fast find_least(bool has_slow);

    /// The library's smallest_fast_bytes of the model, without hints.
    std::int64_t smallest_fast_bytes(bool has_slow);

    /// The plan that needs just that, if there is any.
    std::optional<owned_plan> smallest_plan(bool has_slow);

private:
    /// What came of an attempt.
    struct outcome {
        tigris::planning::attempt of;
        bool found = false;
        std::int64_t least_limit = 0;
        std::int64_t fast_bytes = 0;
        std::int64_t slow_bytes = 0;
    };
    struct limited;

    std::optional<owned_plan> plan_without_substitutes(std::uint64_t fast, std::uint64_t slow);
    planner& with_least_kernels(bool has_slow);
    outcome outcome_of(const tigris::planning::attempt& a);
    tigris::planning::tried_attempt try_attempt(const tigris::planning::attempt& a,
                                                std::uint64_t fast, std::uint64_t slow);
    tigris::planning::budget_search first_search(std::uint64_t fast, bool has_slow) const;
    tigris::planning::plan_means means(std::uint64_t fast, bool has_slow) const;
    const outcome* known(const tigris::planning::attempt& a) const;

    class driver;
    std::vector<std::int64_t> timeline(const tigris::planning::decision& how);
    std::vector<task_call> calls(const tigris::planning::decision& how);
    tigris::planning::made_rows rows() const;

    tigris::planning::network model_;
    tigris::target target_;
    tigris::planning::space spaces_[tigris::planning::space_count];
    std::vector<std::int16_t> storage_;
    tigris::planning::row_network_size size_;
    owned_rows rows_;
    std::vector<tigris::planning::task_sums> sums_;
    std::vector<outcome> known_;
    std::optional<owned_plan> last_;
    std::vector<std::uint64_t> scratch_limits_;
    std::map<std::uint64_t, std::shared_ptr<limited>> limited_;
    std::int64_t work_ = 0;
    plan_clock clock_;
};

}  // namespace onnx2hpp
