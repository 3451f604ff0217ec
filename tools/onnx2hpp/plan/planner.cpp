// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/planner.hpp>

#include <onnx2hpp/plan/calls.hpp>
#include <onnx2hpp/plan/work.hpp>
#include <onnx2hpp/progress.hpp>

#include <tigris/planning/layout/alignment.hpp>
#include <tigris/planning/partition/scratch_limits.hpp>
#include <tigris/planning/partition/searches.hpp>
#include <tigris/planning/plan/timeline.hpp>

#include <algorithm>
#include <memory>

namespace onnx2hpp {

using namespace tigris;
using namespace tigris::planning;

namespace {

void make_room(const network& model, const planned& p, int regions, owned_plan& out) {
    out.region_bytes.resize(std::size_t(regions));
    out.tensors.resize(std::size_t(model.tensors.size));
    out.steps.resize(std::size_t(model.steps.size));
    out.segments.resize(std::size_t(p.segments.size));
    out.tasks.resize(std::size_t(p.n.tasks.size));
    out.reads.resize(std::size_t(p.n.reads.size));
    out.buffers.resize(std::size_t(p.n.tensors.size));
}

std::vector<std::int64_t> timeline_of(const planned& p, const hinted_plan& made) {
    const std::vector<block>& fast = made.blocks[fast_space];
    timeline_writer timeline(p, {fast.data(), int(fast.size())});
    std::vector<std::int64_t> tasks(made.tasks.size()), steps(made.steps.size());
    for (int s = 0; s < p.segments.size; ++s) {
        const segment_plan& segment = made.segments[std::size_t(s)];
        timeline.find(s, segment.bottom_up, {tasks.data() + segment.begin, segment.size()});
    }
    for (std::size_t k = 0; k < tasks.size(); ++k)
        if (made.tasks[k].step >= 0) steps[std::size_t(made.tasks[k].step)] = tasks[k];
    return steps;
}

/// What a plan costs in a run.
std::int64_t run_cost_of(const planned& p, const owned_plan& made, const plan_costs& costs) {
    std::vector<std::int32_t> tiles;
    for (const task_plan& t : made.tasks) tiles.push_back(t.tile);
    return schedule_cost(p.n, p.lifetimes, p.segments, const_view(tiles), costs) +
           made.recomputed_macs * costs.mac;
}

}  // namespace

/// The driver of make_plan: makes what it asks for in memory.
class planner::driver {
public:
    static constexpr bool makes_constants = false;

    driver(planner& plans, const decision& how) : plans_(plans), how_(how) {}

    const decision& how() const { return how_; }
    static std::int64_t most_fast_bytes() { return INT64_MAX; }
    made_rows rows() const { return plans_.rows(); }
    const std::vector<task_sums>& sums() const { return plans_.sums_; }
    made_schedule schedule() {
        if (!schedule_) make_schedule();
        return schedule_->made();
    }
    const owned_tasks& tasks() {
        if (!tasks_) tasks_.emplace(schedule(), how_.hint);
        return *tasks_;
    }
    const owned_replays& replays() {
        if (!replays_) replays_.emplace(schedule(), tasks());
        return *replays_;
    }
    hint_fault fault_of_layout() {
        if (!layout_) make_layout();
        return layout_->fault;
    }

    /// The plan, once, when it is made up to its layout.
    hinted_plan write() {
        const planned& p = layout_->p;
        const partition_result& made = schedule_->result;
        hinted_plan out;
        make_room(plans_.model_, p, count_regions(plans_.target_), out);
        plan_writer writer(
            plans_.model_, const_view(plans_.storage_), p,
            {out, all_of(out.tensors), all_of(out.steps), all_of(out.segments), all_of(out.tasks),
             all_of(out.reads), all_of(out.buffers), all_of(out.region_bytes)});
        const view<const block> fast = blocks(fast_space);
        writer.write(fast, blocks(slow_space), plans_.alignment(), plans_.target_);
        const plan_costs& costs = plans_.target_.costs;
        const plan_estimate estimate = estimate_of(p, made, how_, fast, costs);
        out.estimated_bytes = estimate.bytes;
        out.cost = estimate.cost;
        out.how = how_.by;
        out.least_limit = made.least_limit;
        out.scratch = plans_.target_.scratch;
        if (how_.is_hint()) add_run(p, costs, out);
        std::move(layout_->blocks, layout_->blocks + space_count, out.blocks);
        return out;
    }

    const planned& laid_out() const { return layout_->p; }

private:
    view<const block> blocks(int space) const { return const_view(layout_->blocks[space]); }

    void add_run(const planned& p, const plan_costs& costs, hinted_plan& out) {
        out.run_time = out.run_cost = run_cost_of(p, out, costs);
        if (!plans_.clock_) return;
        out.run_time = plans_.clock_(out);
        plans_.work_ += work_of_timing * std::int64_t(out.tasks.size());
    }

    void make_schedule() {
        count_plan();
        const row_network n = rows().n;
        const int tasks = how_.is_hint() ? 0 : n.tasks.size;
        schedule_.emplace(size_with_transfers(plans_.size_, how_.may_spill() || uses_slow(n)));
        owned_search_room room(tasks, n.tensors.size, room_for_labels(how_.by, tasks));
        std::vector<std::int16_t> copy(std::size_t(n.tensors.size));
        planning::make_schedule(
            {n, rows().lifetimes, const_view(plans_.rows_.ring), const_view(plans_.sums_),
             plans_.target_.costs, room.all(), plans_.spaces_[fast_space].sizes()},
            how_, room.spills, all_of(copy), schedule_->room());
        plans_.work_ += schedule_->result.work + work_of_cutting * tasks;
    }

    void make_layout() {
        const made_schedule made = schedule_->made();
        layout_.emplace(made, tasks(), replays());
        layout_->place(made.result, how_.hint, plans_.spaces_, plans_.alignment());
        plans_.work_ +=
            work_of_replays(made.n, made.segments) + work_of_writing * made.n.tasks.size;
        for (const std::vector<block>& placed : layout_->blocks)
            plans_.work_ += work_of_placing(placed) * (how_.is_hint() ? 6 : 12);
    }

    planner& plans_;
    const decision& how_;
    std::optional<owned_schedule> schedule_;
    std::optional<owned_tasks> tasks_;
    std::optional<owned_replays> replays_;
    std::optional<owned_layout> layout_;
};

planner::planner(const network& model, const target& like)
    : model_(model),
      target_(resolve(like, alignment_for(model.tensors, model.steps, like))),
      storage_(std::size_t(model.tensors.size)),
      size_(size_of_rows(model, like.input, like.output)),
      rows_(size_) {
    for (int k = 0; k < space_count; ++k) spaces_[k] = space_of(target_, k, alignment());
    find_facts(model_, target_.input, target_.output, all_of(storage_), rows_.view(),
               target_.memories);
    find_shared_rows(rows().n, target_, rows_.view().tasks);
    rows_.ring.resize(std::size_t(rows_.used.tensors));
    sums_.resize(std::size_t(rows_.used.tasks));
    find_sums(rows().n, rows().lifetimes, const_view(rows_.ring), target_.costs, all_of(sums_));
    if (model_.least.size == 0) return;
    scratch_limits_.resize(std::size_t(model_.steps.size));
    scratch_limits_.resize(
        std::size_t(find_scratch_limits(model_.steps, model_.least, all_of(scratch_limits_))));
}

hinted_plan planner::plan(const plan_hint& hint) {
    if (hint.scratch < target_.scratch) return with_scratch(hint.scratch).plan(hint);
    const decision how{{}, hint};
    driver making(*this, how);
    const hint_fault fault = make_plan(making);
    if (fault == hint_fault::none) return making.write();
    hinted_plan none;
    none.fault = fault;
    return none;
}

std::vector<std::int64_t> planner::timeline(const decision& how) {
    driver making(*this, how);
    if (make_plan(making) != hint_fault::none) return {};
    return timeline_of(making.laid_out(), making.write());
}

std::vector<std::int64_t> planner::timeline(const attempt& a) { return timeline({a, {}}); }

std::vector<std::int64_t> planner::timeline(const plan_hint& hint) {
    if (hint.scratch < target_.scratch) return with_scratch(hint.scratch).timeline(hint);
    return timeline({{}, hint});
}

std::vector<task_call> planner::calls(const decision& how) {
    driver making(*this, how);
    if (make_plan(making) != hint_fault::none) return {};
    return list_calls(making.laid_out(), making.write());
}

std::vector<task_call> planner::calls(const attempt& a) { return calls({a, {}}); }

std::vector<task_call> planner::calls(const plan_hint& hint) {
    if (hint.scratch < target_.scratch) return with_scratch(hint.scratch).calls(hint);
    return calls({{}, hint});
}

made_rows planner::rows() const {
    return {{{rows_.tasks.data(), rows_.used.tasks},
             {rows_.reads.data(), rows_.used.reads},
             {rows_.tensors.data(), rows_.used.tensors}},
            {rows_.lifetimes.data(), rows_.used.tensors}};
}

const planner::outcome* planner::known(const attempt& a) const {
    for (const outcome& o : known_)
        if (o.of == a) return &o;
    return nullptr;
}

planner::outcome planner::outcome_of(const attempt& a) {
    if (!known(a)) plan(a);
    return *known(a);
}

std::optional<owned_plan> planner::plan(const attempt& a) {
    if (const outcome* was = known(a))
        if (!was->found || (last_ && last_->how == a)) return was->found ? last_ : std::nullopt;
    const decision how{a, {}};
    driver making(*this, how);
    const bool found = make_plan(making) == hint_fault::none;
    if (found) last_ = making.write();
    if (!known(a))
        known_.push_back({a, found, found ? last_->least_limit : 0,
                          found ? last_->planned_fast_bytes() : 0,
                          found ? last_->slow_peak_bytes : 0});
    if (!found) return {};
    return last_;
}

budget_search planner::first_search(std::uint64_t fast, bool has_slow) const {
    return planning::first_search(carried_by_cheapest(rows().n, const_view(sums_)),
                                  means(fast, has_slow));
}

attempt planner::first_attempt(std::uint64_t fast) const { return first_search(fast, false).tried; }

tried_attempt planner::try_attempt(const attempt& a, std::uint64_t fast, std::uint64_t slow) {
    const outcome made = outcome_of(a);
    return {.found = made.found,
            .least_limit = made.least_limit,
            .fast_bytes = made.fast_bytes,
            .fits_fast = made.found && std::uint64_t(made.fast_bytes) <= fast,
            .fits_slow = made.found && std::uint64_t(made.slow_bytes) <= slow};
}

std::optional<owned_plan> planner::plan_without_substitutes(std::uint64_t fast,
                                                            std::uint64_t slow) {
    const budget_search found =
        finish_search(first_search(fast, slow > 0),
                      [&](const budget_search& s) { return try_attempt(s.tried, fast, slow); });
    if (!found.fits) return {};
    return plan(found.tried);
}

bool planner::can_number_transfers() const {
    const row_network_size most = size_with_transfers(size_, true);
    return most.tensors + most.tasks <= INT16_MAX && most.reads <= INT16_MAX;
}

std::uint32_t planner::alignment() const {
    return alignment_for(model_.tensors, model_.steps, target_);
}

plan_means planner::means(std::uint64_t fast, bool has_slow) const {
    return {signed_bytes(fast), has_slow, target_.costs.recompute_percent > 0, has_banks(target_)};
}

least_fast planner::find_least(bool has_slow) {
    return finish_search(
               planning::first_search(means(0, has_slow)),
               [&](const least_search& s) { return try_attempt(s.tried, unlimited, unlimited); })
        .best;
}

}  // namespace onnx2hpp
