// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/search/candidate.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;

bool is_transfer(const planning::task& t) {
    return t.does == planning::action::spill || t.does == planning::action::reload;
}

/// What goes to slow memory and does not have to be there.
bool is_spilled(const owned_plan& p, const planning::task_plan& t, const target& wanted) {
    if (t.does != planning::action::spill) return false;
    const planning::buffer_plan& kept = p.buffers[std::size_t(t.output)];
    return !kept.pinned && (kept.index < 0 || wanted.output[kept.index] != io::slow);
}

/// Segments that need as much as any does.
std::int64_t fullest(const owned_plan& p) {
    return std::count_if(
        p.segments.begin(), p.segments.end(),
        [&](const planning::segment_plan& s) { return s.peak_bytes == p.planned_fast_bytes(); });
}

/// Rows per call of tasks that are alone, as the partition decided.
void take_tiles(const owned_plan& plan, owned_hint& hint) {
    std::vector<std::int32_t> tiles(plan.tasks.size());
    bool any = false;
    for (const planning::segment_plan& s : plan.segments)
        if (s.tile > 1) tiles[std::size_t(s.begin)] = s.tile, any = true;
    if (any) hint.tiles = std::move(tiles);
}

std::int64_t beyond(std::int64_t bytes, std::uint64_t budget) {
    return std::max<std::int64_t>(0, bytes - planning::signed_bytes(budget));
}

}  // namespace

plan_hint owned_hint::view() const {
    return {graph,
            target,
            scratch,
            all_of(segments),
            all_of(tiles),
            all_of(fast_offsets),
            all_of(slow_offsets)};
}

owned_hint hint_of(const owned_plan& plan, const target& wanted) {
    owned_hint hint{.target = wanted, .scratch = plan.scratch};
    segment_hint made{};
    for (const planning::segment_plan& s : plan.segments) {
        made = {made.end, s.whole, false, s.strips, s.parts, s.again, s.keeps};
        for (int k = s.begin; k < s.end; ++k) {
            const planning::task_plan& t = plan.tasks[std::size_t(k)];
            made.end = std::int16_t(made.end + !is_transfer(t));
            made.spills |= is_spilled(plan, t, wanted);
        }
        hint.segments.push_back(made);
    }
    take_tiles(plan, hint);
    return hint;
}

bool candidate::is_possible() const {
    return plan.fault == hint_fault::none &&
           plan.recomputed_macs <= plan.macs / 100 * hint.target.costs.recompute_percent;
}

merit candidate::value() const {
    const std::int64_t fast = beyond(plan.planned_fast_bytes(), hint.target.fast);
    return {fast + beyond(plan.slow_peak_bytes, hint.target.slow), fast > 0 ? fullest(plan) : 0,
            plan.run_time, plan.planned_fast_bytes()};
}

candidate try_hint(planner& plans, owned_hint hint) {
    hinted_plan plan = plans.plan(hint.view());
    return {std::move(hint), std::move(plan)};
}

candidate try_own(planner& plans, const owned_plan& made, const target& wanted) {
    candidate own = try_hint(plans, hint_of(made, wanted));
    if (own.hint.tiles.empty()) return own;
    owned_hint low = own.hint;
    low.tiles.clear();
    candidate lower = try_hint(plans, std::move(low));
    return is_better(lower, own) ? lower : own;
}

bool is_better(const candidate& a, const candidate& b) {
    return a.is_possible() && (!b.is_possible() || a.value() < b.value());
}

}  // namespace onnx2hpp
