// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/search/search.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/plan/work.hpp>
#include <onnx2hpp/search/cuts.hpp>
#include <onnx2hpp/search/frontier.hpp>
#include <onnx2hpp/search/offsets.hpp>
#include <onnx2hpp/search/tiles.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;
using planning::attempt;

/// The best candidates so far, the best first.
class best_candidates {
public:
    explicit best_candidates(int most) : most_(std::size_t(most)) {}

    void add(candidate made) {
        if (std::any_of(found_.begin(), found_.end(), [&](const candidate& c) {
                return c.value() == made.value() && c.hint.segments == made.hint.segments;
            }))
            return;
        found_.insert(std::upper_bound(found_.begin(), found_.end(), made, is_better),
                      std::move(made));
        if (found_.size() > most_) found_.pop_back();
    }
    const candidate& first() const { return found_.front(); }
    std::vector<candidate> all() && { return std::move(found_); }

private:
    std::size_t most_;
    std::vector<candidate> found_;
};

/// What is found on the way to the best: it, and what takes hardly more time in less memory.
struct found_candidates {
    best_candidates best;
    frontier& all;

    void add(candidate made) {
        all.add(made);
        best.add(std::move(made));
    }
};

/// What no plan of a kind takes more than, if its bytes are of use at all.
std::int64_t most_bytes(planner& plans, attempt kind, const target& wanted) {
    const std::optional<owned_plan> cheapest = plans.plan(planning::with_limit(kind, INT64_MAX));
    return std::min(
        planning::signed_bytes(wanted.fast),
        cheapest ? std::max(cheapest->planned_fast_bytes(), cheapest->estimated_bytes) : INT64_MAX);
}

/// The planner's own plans of one kind: the smallest, and those below the budget, as long as they
/// take no more work in all.
void add_plans(planner& plans, attempt kind, const target& wanted, std::int64_t most_work,
               found_candidates& out) {
    const auto add = [&](const attempt& a) {
        std::optional<owned_plan> made = plans.work() < most_work ? plans.plan(a) : std::nullopt;
        if (made) out.add(try_own(plans, *made, wanted));
        return made;
    };
    const std::optional<owned_plan> smallest = add(planning::smallest_of(kind));
    if (!smallest) return;
    const std::int64_t least = smallest->planned_fast_bytes();
    attempt below = planning::with_limit(
        kind, planning::limit_below(std::max(most_bytes(plans, kind, wanted), least)));
    while (const std::optional<owned_plan> made = add(below))
        below = planning::with_lower_limit(planning::with_limit(below, made->least_limit));
}

/// The best of all kinds, and the one that the compiler takes without a hint.
std::vector<candidate> own_plans(planner& plans, const target& wanted, const search_limits& limits,
                                 frontier& all) {
    found_candidates found{best_candidates(limits.starts), all};
    const std::int64_t most_work = plans.work() + limits.work / 2;
    const planning::plan_means means = planning::means_of(wanted);
    for (attempt kind{}; !kind.given_up; kind = planning::next_kind(kind, means))
        add_plans(plans, kind, wanted, most_work, found);
    if (const std::optional<owned_plan> taken = plans.plan(wanted.fast, wanted.slow))
        found.add(try_own(plans, *taken, wanted));
    return std::move(found.best).all();
}

/// What the compiler does without a hint.
candidate without_hint(planner& plans, const target& wanted, const candidate& smallest) {
    const std::optional<owned_plan> taken = plans.plan(wanted.fast, wanted.slow);
    return taken ? try_own(plans, *taken, wanted) : smallest;
}

/// The planner's own plan as a hint, where that spares compilers the search.
std::optional<candidate> spared(planner& plans, const candidate& own) {
    if (!is_expensive(own.plan)) return {};
    return improve_offsets(plans, own, 0, 0);
}

/// The plan that saves memory for hardly more time by the clock. Nothing where the compiler's own
/// plan takes no more, or where nothing fits.
std::optional<candidate> thriftiest(planner& plans, const target& wanted, const frontier& all) {
    const std::optional<owned_plan> taken = plans.plan(wanted.fast, wanted.slow);
    const std::int64_t time = taken ? plans.time_of(*taken).value_or(INT64_MAX) : INT64_MAX;
    const candidate* least = all.thriftiest(time);
    if (!least) return {};
    const std::int64_t fastest = std::min(time, all.fastest());
    const bool is_enough = taken && time <= frontier::hardly_longer(fastest) &&
                           taken->planned_fast_bytes() <= least->plan.planned_fast_bytes();
    return is_enough ? std::nullopt : std::optional(*least);
}

/// What is left of so much work of a planner.
class work_left {
public:
    work_left(const planner& plans, std::int64_t most)
        : plans_(plans), most_(most < INT64_MAX - plans.work() ? plans.work() + most : most) {}

    std::int64_t operator()() const { return most_ - plans_.work(); }

private:
    const planner& plans_;
    std::int64_t most_;
};

/// Searches for better cuts from some of the starts, and then from the best plan; better ones join
/// the starts.
void improve_some(cut_search& cuts, std::size_t first, std::size_t end,
                  std::vector<candidate>& starts, found_candidates& found) {
    for (std::size_t i = first; i < end; ++i) {
        candidate better = cuts.improve(starts[i]);
        found.add(better);
        if (better.hint.segments != starts[i].hint.segments) starts.push_back(std::move(better));
    }
    while (!cuts.is_over()) found.add(cuts.improve_from_near(found.best.first(), 3));
}

/// Searches from the two best starts, and then with as many plans from the others: near the best
/// plan of a smaller budget may be one that is better than all near the best ones. Returns whether
/// it was the work that ended the search.
bool improve_cuts(planner& plans, const search_limits& most, const work_left& left,
                  std::vector<candidate>& starts, found_candidates& found) {
    const std::size_t all = starts.size(), promising = std::min<std::size_t>(2, all);
    cut_search cuts(plans);
    cuts.allow(most.plans, left() / 2);
    improve_some(cuts, 0, promising, starts, found);
    if (promising == all) return cuts.is_out_of_work();
    cuts.allow(most.plans, left() / 2);
    improve_some(cuts, promising, all, starts, found);
    return cuts.is_out_of_work();
}

/// Searches for better offsets of the best plan, and then for better tiles of all plans that fit.
void improve_places(planner& plans, const search_limits& most, const work_left& left,
                    std::int64_t enough, int sequences, std::vector<candidate>& starts,
                    found_candidates& found) {
    found.add(improve_offsets(plans, found.best.first(), enough, sequences));
    starts.push_back(found.best.first());
    std::stable_sort(starts.begin(), starts.end(), is_better);
    for (const candidate& start : starts)
        if (start.value().excess == 0) found.add(improve_tiles(plans, start, most.plans, left()));
}

/// The best plan that was found, by the clock where there is one and a plan fits. Nothing where the
/// planner's own plan is as good.
std::optional<candidate> best_found(planner& plans, const target& wanted, const candidate& own,
                                    const found_candidates& found) {
    const candidate& best = found.best.first();
    if (plans.has_clock() && best.value().excess == 0) return thriftiest(plans, wanted, found.all);
    return is_better(best, own) ? std::optional(best) : std::nullopt;
}

/// What plans to start from hold together: each has all tasks, which take memory.
constexpr int most_tasks_of_starts = 32'000;

void note_end(effort how) {
    note(fmt::format("the search for a better plan ended early, because its time is limited; {}",
                     how == effort::max ? "a larger -m may need none" : "--effort max goes on"));
}

}  // namespace

bool is_expensive(const owned_plan& p) {
    constexpr std::size_t many = 32;
    if (p.tasks.size() < many) return false;
    return std::any_of(p.segments.begin(), p.segments.end(),
                       [](const planning::segment_plan& s) { return s.strips > 1 || s.bytes_out; });
}

search_limits limits_for(int tasks, effort how, std::size_t budgets) {
    const auto starts = [&](int most) {
        return std::clamp(most_tasks_of_starts / std::max(tasks, 1), 4, most);
    };
    const auto shared = [&](std::int64_t work) { return work / std::int64_t(budgets); };
    switch (how) {
        case effort::fast: return {300, 300, 2, shared(work_for(tasks, 10))};
        case effort::normal: return {3000, 3000, starts(48), shared(work_for(tasks, 20))};
        default: return {30000, 30000, starts(100), shared(most_work_for(tasks))};
    }
}

std::optional<candidate> search(planner& plans, const target& wanted, effort how) {
    return search(plans, wanted, how, limits_for(plans.task_count(), how));
}

std::optional<candidate> search(planner& plans, const target& wanted, effort how,
                                const search_limits& most) {
    if (how == effort::none) return {};
    if (how == effort::fast)
        if (const std::optional<owned_plan> own = plans.plan(wanted.fast, wanted.slow))
            return spared(plans, try_own(plans, *own, wanted));
    bool ended_early = false;
    std::optional<candidate> found = search(plans, wanted, most, &ended_early);
    if (ended_early) note_end(how);
    return found;
}

std::optional<candidate> search(planner& plans, const target& wanted, const search_limits& most,
                                bool* ended_early) {
    const work_left left(plans, most.work);
    frontier all;
    std::vector<candidate> starts = own_plans(plans, wanted, most, all);
    if (starts.empty()) return {};
    found_candidates found{best_candidates(1), all};
    found.best.add(starts.front());
    const candidate own = without_hint(plans, wanted, starts.front());
    const bool is_out_of_work = improve_cuts(plans, most, left, starts, found);
    if (ended_early) *ended_early = is_out_of_work;
    const std::int64_t enough = planning::signed_bytes(wanted.fast);
    const int sequences = sequences_within(found.best.first().plan.blocks[planning::fast_space],
                                           most.sequences, left());
    improve_places(plans, most, left, enough, sequences, starts, found);
    const std::optional<candidate> best = best_found(plans, wanted, own, found);
    if (!best) return spared(plans, own);
    return best->hint.fast_offsets.empty() ? improve_offsets(plans, *best, enough, sequences)
                                           : *best;
}

std::vector<owned_hint> find_hints(const lowered_model& model, const options& options) {
    if (!options.fast) return {};
    const target wanted = target_of(model, options);
    const owned_network network = network_of(model, wanted);
    planner plans(network.view(), wanted);
    return find_hints(plans, wanted, options.search_effort,
                      limits_for(plans.task_count(), options.search_effort));
}

std::optional<candidate> search_smallest(planner& plans, const target& like,
                                         const search_limits& most) {
    target none = like;
    none.fast = 0;
    std::optional<candidate> found =
        search(plans.with_kernels_for(none.fast, none.slow), none, most);
    if (found) found->hint.target = like;
    return found;
}

std::vector<owned_hint> hints_that_fit(planner& plans, std::optional<candidate> found,
                                       const target& wanted) {
    if (!found || found->value().excess > 0) return {};
    if (std::uint64_t(found->plan.flash_bytes) > wanted.flash) return {};
    found->hint.graph = plans.graph_hash(found->hint.scratch);
    return {std::move(found->hint)};
}

std::vector<owned_hint> find_hints(planner& plans, const target& wanted, effort how,
                                   const search_limits& most) {
    std::optional<candidate> found =
        search(plans.with_kernels_for(wanted.fast, wanted.slow), wanted, how, most);
    return hints_that_fit(plans, std::move(found), wanted);
}

}  // namespace onnx2hpp
