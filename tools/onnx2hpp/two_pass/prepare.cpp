// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/search/search.hpp>
#include <onnx2hpp/two_pass/prepare.hpp>

#include <algorithm>
#include <compare>
#include <optional>
#include <utility>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// What variants are compared by: slow memory that nobody asked for, then the cost of a run.
struct price {
    bool spills = false;
    std::int64_t cost = 0;

    friend auto operator<=>(const price&, const price&) = default;
};

bool spills(const owned_plan& p) {
    return std::any_of(p.tensors.begin(), p.tensors.end(), [&p](const planning::tensor_plan& t) {
        return t.spilled && t.index < 0 && !p.buffers[std::size_t(t.buffer)].pinned;
    });
}

/// A variant that fits, and the hints that a search has found for it.
struct offer {
    std::size_t number = 0;
    price costs;
    std::vector<owned_hint> hints;
};

/// What a search takes beyond limits of its own is given back at the end: is_affordable() is to ask
/// the same of each budget.
class lent_work {
public:
    lent_work(planner& to, std::int64_t before) : to_(to), before_(before) {}
    lent_work(const lent_work&) = delete;
    ~lent_work() { to_.spend(-taken()); }

    std::int64_t taken() const { return to_.work() - before_; }

private:
    planner& to_;
    std::int64_t before_;
};

/// What a search finds while plans are timed by a clock.
template <class F>
auto timed_by(const plan_clock& clock, planner& searched, F search) {
    searched.time_by(clock);
    auto found = search();
    searched.time_by({});
    return found;
}

/// Compares the variants of a model. What that takes for others than the model itself is limited.
class comparison {
public:
    comparison(const std::vector<variant>& variants, const options& wanted,
               const model_clock& clock)
        : variants_(variants),
          wanted_(wanted),
          clock_(clock),
          all_limits_(limits_of(variants.front(), wanted)),
          limits_(all_limits_) {}

    /// The cheapest that fits. A hint is searched for where it may spare slow memory or more steps.
    std::optional<offer> best_offer() {
        std::optional<offer> best;
        const auto keep = [&best](std::optional<offer> next) {
            if (next && (!best || next->costs < best->costs)) best = std::move(next);
        };
        for (std::size_t v = 0; v < variants_.size() && is_affordable(variants_, v); ++v) {
            std::optional<offer> own = without_hint(v);
            const bool fits_fast = own && !own->costs.spills;
            keep(std::move(own));
            if (!fits_fast && (!best || best->costs.spills)) keep(with_hint(v));
        }
        return best;
    }

    std::size_t smallest(bool has_slow) {
        std::size_t best = 0;
        std::int64_t least = INT64_MAX;
        for (std::size_t v = 0; v < variants_.size() && is_affordable(variants_, v); ++v) {
            const std::int64_t bytes = plans(v).smallest_fast_bytes(has_slow);
            if (bytes < least) best = v, least = bytes;
        }
        return best;
    }

    /// The smallest plan that a search finds: the same whatever fast memory does not do.
    std::optional<candidate> smallest_searched(std::size_t v) {
        const target& wanted = variants_[v].target;
        planner& searched = plans(v).with_kernels_for(0, wanted.slow);
        const plan_clock clock = clock_of(v, searched);
        const lent_work lent(plans(v), plans(v).work());
        return timed_by(clock, searched,
                        [&] { return search_smallest(plans(v), wanted, all_limits_); });
    }

    std::vector<owned_hint> hints(std::size_t v) {
        const target& wanted = variants_[v].target;
        const std::int64_t before = plans(v).work();
        planner& searched = plans(v).with_kernels_for(wanted.fast, wanted.slow);
        const plan_clock clock = clock_of(v, searched);
        if (!wanted_.fast && !clock) return {};
        const lent_work lent(plans(v), before);
        std::vector<owned_hint> found = timed_by(clock, searched, [&] {
            return find_hints(plans(v), wanted, wanted_.search_effort, limits_);
        });
        if (!found.empty() && clock && loses(found.front(), searched, wanted, clock)) found.clear();
        limits_.work = std::max<std::int64_t>(0, limits_.work - lent.taken());
        return found;
    }

private:
    /// Limits of the search for a variant. Without a budget only the planner's own plans are
    /// compared.
    static search_limits limits_of(const variant& model, const options& wanted) {
        search_limits most =
            limits_for(model.plans().task_count(), wanted.search_effort, 1 + wanted.sweep.size());
        if (!wanted.fast) most.plans = most.sequences = 0;
        return most;
    }

    planner& plans(std::size_t v) const { return variants_[v].plans(); }

    /// The clock for plans of variant v. None if the clock does not know the model's fastest plan,
    /// or how long the target's memories make it wait. Other plans that it does not know lose.
    plan_clock clock_of(std::size_t v, planner& searched) const {
        const auto time = [this, &model = variants_[v].model](const owned_plan& p) {
            return clock_(model, p);
        };
        const target& wanted = variants_[v].target;
        if (!clock_ || wanted_.search_effort == effort::none) return {};
        if (!wanted_.fast && wanted_.search_effort == effort::fast) return {};
        if (wanted.slow > 0 || wanted.memories) return {};
        const std::optional<owned_plan> fastest = searched.plan(planning::attempt{});
        if (!fastest || !time(*fastest)) return {};
        return [time](const owned_plan& p) { return time(p).value_or(INT64_MAX); };
    }

    /// Whether the planner's own plan takes neither more time nor more memory, and compilers make
    /// it. A hint's tiles are powers of two, those of the planner are as high as memory allows.
    static bool loses(const owned_hint& hint, planner& plans, const target& wanted,
                      const plan_clock& clock) {
        const std::optional<owned_plan> own = plans.plan(wanted.fast, wanted.slow);
        if (!own || is_expensive(*own)) return false;
        const hinted_plan hinted = plans.plan(hint.view());
        return clock(*own) <= clock(hinted) &&
               own->planned_fast_bytes() <= hinted.planned_fast_bytes();
    }

    offer offer_of(std::size_t v, const hinted_plan& p, std::vector<owned_hint> hints) const {
        const variant& of = variants_[v];
        return {v, {spills(p), p.run_cost + of.macs_again * of.target.costs.mac}, std::move(hints)};
    }

    std::optional<offer> without_hint(std::size_t v) const {
        const target& wanted = variants_[v].target;
        const std::optional<owned_plan> p = plans(v).plan(wanted.fast, wanted.slow);
        if (!p) return {};
        return offer_of(v, try_hint(plans(v), hint_of(*p, wanted)).plan, {});
    }

    /// Searches gain some percent; what lacks a fifth of its memory is not searched for.
    bool may_fit_with_hint(std::size_t v) const {
        const auto smallest = std::uint64_t(plans(v).smallest_fast_bytes(false));
        return smallest / 5 * 4 <= variants_[v].target.fast;
    }

    std::optional<offer> with_hint(std::size_t v) {
        if (!may_fit_with_hint(v)) return {};
        std::vector<owned_hint> found = hints(v);
        if (found.empty()) return {};
        const hinted_plan p = plans(v).plan(found.front().view());
        return offer_of(v, p, std::move(found));
    }

    const std::vector<variant>& variants_;
    const options& wanted_;
    const model_clock& clock_;
    search_limits all_limits_;
    search_limits limits_;  // what is left of them
};

/// Whether there is nothing to weigh: the model fits as it is, without recomputing and without slow
/// memory.
bool fits_at_once(const variant& model) {
    const std::optional<owned_plan> p = model.plans().plan(model.target.fast, model.target.slow);
    return p && p->recomputed_macs == 0 && !spills(*p);
}

/// The variant with the smallest plan, where neither planner nor search find what fits. That plan
/// may fit when it is searched for.
chosen_variant smallest_variant(comparison& all, const std::vector<variant>& variants,
                                bool has_slow, const options& wanted) {
    const std::size_t v = all.smallest(has_slow);
    if (!wanted.fast || wanted.search_effort == effort::none) return {v, {}};
    const target& of = variants[v].target;
    std::optional<candidate> found = all.smallest_searched(v);
    const bool is_plan =
        found && found->is_possible() && std::uint64_t(found->plan.slow_peak_bytes) <= of.slow;
    if (!is_plan) return {v, {}, searched_plan{}};
    const searched_plan least{found->plan.planned_fast_bytes(), found->plan.peak_step};
    if (std::uint64_t(least.bytes) > of.fast) return {v, {}, least, std::move(found->hint)};
    return {v, hints_that_fit(variants[v].plans(), std::move(found), of), searched_plan{}};
}

}  // namespace

chosen_variant choose(std::vector<variant>& variants, const options& wanted,
                      const model_clock& clock) {
    if (fits_at_once(variants.front())) return {0, comparison(variants, wanted, clock).hints(0)};
    const target like = target_of(variants.front().model, wanted);
    add_second_passes(variants, like);
    comparison all(variants, wanted, clock);
    std::optional<offer> best = all.best_offer();
    if (!best) return smallest_variant(all, variants, like.slow > 0, wanted);
    if (best->hints.empty()) best->hints = all.hints(best->number);
    return {best->number, std::move(best->hints)};
}

prepared_model prepare(const lowered_model& model, const options& wanted,
                       const model_clock& clock) {
    std::vector<variant> variants;
    variants.emplace_back(model, target_of(model, wanted));
    chosen_variant chosen = choose(variants, wanted, clock);
    return {std::move(variants[chosen.number].model), std::move(chosen.hints),
            chosen.least_searched};
}

}  // namespace onnx2hpp
