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
        found_.insert(std::upper_bound(found_.begin(), found_.end(), made, is_better),
                      std::move(made));
        if (found_.size() > most_) found_.pop_back();
    }
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
    const std::int64_t given = planning::signed_bytes(wanted.fast);
    if (wanted.fast != unlimited) return given;
    const std::optional<owned_plan> cheapest = plans.plan(planning::with_limit(kind, INT64_MAX));
    return cheapest ? cheapest->planned_fast_bytes() : 0;
}

/// The planner's own plans of one kind: the smallest, and those below the budget, as long as they
/// take no more work in all.
void add_plans(planner& plans, attempt kind, const target& wanted, std::int64_t most_work,
               found_candidates& out) {
    const auto add = [&](const attempt& a) {
        const std::optional<owned_plan> made =
            plans.work() < most_work ? plans.plan(a) : std::nullopt;
        if (!made) return INT64_MAX;
        candidate tried = try_own(plans, *made, wanted);
        const std::int64_t bytes = tried.plan.planned_fast_bytes();
        out.add(std::move(tried));
        return bytes;
    };
    const std::int64_t bytes = add(planning::smallest_of(kind));
    if (bytes == INT64_MAX) return;
    const std::int64_t most = std::max(most_bytes(plans, kind, wanted), bytes);
    attempt below = planning::with_limit(kind, planning::limit_below(most));
    while (add(below) != INT64_MAX) below = planning::with_lower_limit(below);
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

/// By the clock: what saves memory for hardly more time. Nothing where the compiler's own plan
/// takes no more, or where nothing fits.
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

void note_end(effort how) {
    note(fmt::format("the search for a better plan ended early, since the model is large; {}",
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
    const auto shared = [&](std::int64_t work) { return work / std::int64_t(budgets); };
    switch (how) {
        case effort::fast: return {300, 300, 2, shared(work_for(tasks, 10))};
        case effort::normal: return {3000, 3000, 4, shared(work_for(tasks, 20))};
        default: return {30000, 30000, 16, shared(most_work_for(tasks))};
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
    candidate best = starts.front();
    const candidate own = without_hint(plans, wanted, best);
    const auto keep = [&](candidate made) {
        all.add(made);
        if (is_better(made, best)) best = std::move(made);
    };
    cut_search cuts(plans, most.plans, left() / 4 * 3);
    for (candidate& start : starts) keep(start = cuts.improve(start));
    while (!cuts.is_over()) keep(cuts.improve_from_near(best, 3));
    if (ended_early) *ended_early = cuts.is_out_of_work();
    const std::int64_t enough = planning::signed_bytes(wanted.fast);
    const int sequences =
        sequences_within(best.plan.blocks[planning::fast_space], most.sequences, left());
    keep(improve_offsets(plans, best, enough, sequences));
    starts.push_back(best);
    for (const candidate& start : starts)
        if (start.value().excess == 0) keep(improve_tiles(plans, start, most.plans, left()));
    if (plans.has_clock() && best.value().excess == 0) {
        std::optional<candidate> thrifty = thriftiest(plans, wanted, all);
        if (!thrifty) return spared(plans, own);
        best = *std::move(thrifty);
    } else if (!is_better(best, own)) {
        return spared(plans, own);
    }
    if (best.hint.fast_offsets.empty()) return improve_offsets(plans, best, enough, sequences);
    return best;
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
