// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/search/search.hpp>

#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/search/cuts.hpp>
#include <onnx2hpp/search/offsets.hpp>
#include <onnx2hpp/search/tiles.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;
using planning::attempt;

search_limits limits_of(effort how) {
    switch (how) {
        case effort::fast: return {300, 300, 2};
        case effort::normal: return {3000, 3000, 4};
        default: return {30000, 30000, 16};
    }
}

/// A plan takes time with the square of its tasks: of large networks fewer are tried.
search_limits limits_for(int tasks, effort how) {
    constexpr std::int64_t few = 256;
    search_limits most = limits_of(how);
    if (tasks <= few) return most;
    const auto fewer = [&](int count) {
        return 1 + int(count * few * few / (std::int64_t(tasks) * tasks));
    };
    return {fewer(most.plans), fewer(most.sequences), most.starts};
}

/// The planner's own plans of one kind: the smallest, and those below the budget.
void add_plans(planner& plans, attempt kind, const target& wanted, std::vector<candidate>& out) {
    const auto add = [&](const attempt& a) {
        const std::optional<owned_plan> made = plans.plan(a);
        if (made) out.push_back(try_hint(plans, hint_of(*made, wanted)));
        return made.has_value();
    };
    if (!add(planning::smallest_of(kind))) return;
    const std::int64_t bytes = out.back().plan.fast_peak_bytes;
    const std::int64_t most = std::max(planning::signed_bytes(wanted.fast), bytes);
    attempt below = planning::with_limit(kind, planning::limit_below(most));
    while (add(below)) below = planning::with_lower_limit(below);
}

/// The best of all kinds, and the one that the compiler takes without a hint.
std::vector<candidate> own_plans(planner& plans, const target& wanted, int most) {
    std::vector<candidate> found;
    const planning::plan_means means = planning::means_of(wanted);
    for (attempt kind{}; !kind.given_up; kind = planning::next_kind(kind, means))
        add_plans(plans, kind, wanted, found);
    if (const std::optional<owned_plan> taken = plans.plan(wanted.fast, wanted.slow))
        found.push_back(try_hint(plans, hint_of(*taken, wanted)));
    std::stable_sort(found.begin(), found.end(), is_better);
    if (found.size() > std::size_t(most)) found.resize(std::size_t(most));
    return found;
}

/// What the compiler does without a hint.
candidate without_hint(planner& plans, const target& wanted, const candidate& smallest) {
    const std::optional<owned_plan> taken = plans.plan(wanted.fast, wanted.slow);
    return taken ? try_hint(plans, hint_of(*taken, wanted)) : smallest;
}

/// Whether compilers take seconds for a plan, or reach their limits: it is large, and of none of
/// the first kind.
bool is_expensive(const owned_plan& p) {
    constexpr std::size_t many = 32;
    if (p.tasks.size() < many) return false;
    return std::any_of(p.segments.begin(), p.segments.end(),
                       [](const planning::segment_plan& s) { return s.strips > 1 || s.bytes_out; });
}

/// The planner's own plan as a hint, where that spares compilers the search.
std::optional<candidate> spared(planner& plans, const candidate& own) {
    if (!is_expensive(own.plan)) return {};
    return improve_offsets(plans, own, 0, 0);
}

}  // namespace

std::optional<candidate> search(planner& plans, const target& wanted, effort how) {
    if (how == effort::none) return {};
    if (how == effort::fast)
        if (const std::optional<owned_plan> own = plans.plan(wanted.fast, wanted.slow))
            return spared(plans, try_hint(plans, hint_of(*own, wanted)));
    return search(plans, wanted, limits_for(plans.task_count(), how));
}

std::optional<candidate> search(planner& plans, const target& wanted, const search_limits& most) {
    const std::vector<candidate> starts = own_plans(plans, wanted, most.starts);
    if (starts.empty()) return {};
    candidate best = starts.front();
    const candidate own = without_hint(plans, wanted, best);
    const auto keep = [&](candidate made) {
        if (is_better(made, best)) best = std::move(made);
    };
    cut_search cuts(plans, most.plans);
    for (const candidate& start : starts) keep(cuts.improve(start));
    while (!cuts.is_over()) keep(cuts.improve_from_near(best, 3));
    const std::int64_t enough = planning::signed_bytes(wanted.fast);
    keep(improve_offsets(plans, best, enough, most.sequences));
    if (best.value().excess == 0) keep(improve_tiles(plans, best, most.plans));
    if (!is_better(best, own)) return spared(plans, own);
    if (best.hint.fast_offsets.empty()) return improve_offsets(plans, best, enough, most.sequences);
    return best;
}

std::vector<owned_hint> find_hints(const lowered_model& model, const options& options) {
    if (!options.fast) return {};
    const target wanted = target_of(model, options);
    const owned_network network = network_of(model, wanted.backend);
    planner plans(network.view(), wanted);
    std::optional<candidate> found = search(plans, wanted, options.search_effort);
    if (!found || found->value().excess > 0) return {};
    if (std::uint64_t(found->plan.flash_bytes) > wanted.flash) return {};
    found->hint.graph = planning::graph_hash(network.view());
    return {std::move(found->hint)};
}

}  // namespace onnx2hpp
