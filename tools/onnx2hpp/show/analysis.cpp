// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/analysis.hpp>
#include <onnx2hpp/show/curve.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/plan/memories_left.hpp>
#include <onnx2hpp/plan/over_budget.hpp>
#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/plan/substituted.hpp>
#include <onnx2hpp/search/order.hpp>
#include <onnx2hpp/two_pass/prepare.hpp>
#include <onnx2hpp/two_pass/variants.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

/// The plan of the header's hint, if it has one.
std::optional<owned_plan> hinted_plan_of(planner& plans, const std::vector<owned_hint>& hints) {
    if (hints.empty()) return {};
    return plans.plan(hints.front().view());
}

/// The hint of the plan to show: the header's, or, where nothing fits, that of the search, if
/// planners alone make no smaller plan. Null: planners make it.
const owned_hint* hint_to_show(const variant& made, const chosen_variant& chosen) {
    if (!chosen.hints.empty()) return &chosen.hints.front();
    if (!chosen.smallest) return nullptr;
    const owned_plan own = plan_to_show(made.model, made.plans(), made.target);
    const bool fits_fast = std::uint64_t(own.planned_fast_bytes()) <= made.target.fast;
    const bool is_smaller = chosen.least_searched->bytes < own.planned_fast_bytes();
    return is_smaller && !fits_fast ? &*chosen.smallest : nullptr;
}

bool have_equal_orders(const lowered_model& a, const lowered_model& b) {
    return std::equal(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(),
                      [](const auto& left, const auto& right) { return left.name == right.name; });
}

using tigris::target;

/// The variants that conversions choose from, budget after budget: those of the model as it was
/// read where it fits, else those in a better order. Each order is looked for and planned once.
class variants_for_budgets {
public:
    variants_for_budgets(const lowered_model& read, const options& wanted) : wanted_(wanted) {
        as_read_.emplace_back(read, target_of(read, wanted));
    }

    std::vector<variant>& operator()(std::optional<std::uint64_t> fast) {
        std::vector<variant>& found = has_to_be_ordered(fast) ? in_order(fast) : as_read_;
        for (variant& v : found) give(fast.value_or(tigris::unlimited), v);
        return found;
    }

private:
    /// Gives a variant `fast` bytes, but no more than its memories have.
    static void give(std::uint64_t fast, variant& to) {
        to.target.fast = tigris::planning::without_prefix(fast, to.model.prefix_bytes);
        to.target = tigris::planning::resolve(to.target, to.plans().alignment());
    }

    bool has_to_be_ordered(std::optional<std::uint64_t> fast) const {
        const variant& read = as_read_.front();
        return fast &&
               !read.plans().plan(tigris::planning::without_prefix(*fast, read.model.prefix_bytes),
                                  read.target.slow);
    }

    std::vector<variant>& in_order(std::optional<std::uint64_t> fast) {
        if (!was_ordered_) {
            was_ordered_ = true;
            wanted_.fast = fast;
            const lowered_model& read = as_read_.front().model;
            const lowered_model ordered = in_better_order(read, wanted_);
            if (!have_equal_orders(ordered, read))
                ordered_.emplace_back(ordered, target_of(ordered, wanted_));
        }
        return ordered_.empty() ? as_read_ : ordered_;
    }

    options wanted_;
    bool was_ordered_ = false;
    std::vector<variant> as_read_, ordered_;
};

std::optional<std::int64_t> bytes_of(const std::optional<searched_plan>& found) {
    return found ? std::optional(found->bytes) : std::nullopt;
}

/// What a conversion with so much fast memory and these kernels would make.
swept_budget sweep_kernels(variants_for_budgets& budgets, options options, std::uint64_t fast) {
    options.fast = fast;
    std::vector<variant>& variants = budgets(fast);
    const chosen_variant chosen = choose(variants, options, clock_for(options));
    const variant& made = variants[chosen.number];
    std::optional<owned_plan> found = hinted_plan_of(made.plans(), chosen.hints);
    if (!found) found = made.plans().plan(made.target.fast, made.target.slow);
    if (!found)
        return {.fast = fast, .plan = {}, .least_searched = bytes_of(chosen.least_searched)};
    return {fast, *found, made.macs_again,
            estimate_cost(made.model, *found, options.core, options.backend).instructions};
}

void count_fitting(analysis& a, std::uint64_t fast) {
    std::int64_t& smallest = a.target.slow > 0 ? a.smallest_with_slow : a.smallest_without_slow;
    smallest = std::min(smallest, tigris::planning::signed_bytes(fast));
}

/// A search finds plans for budgets below the least that planners make alone.
void count_sweep(analysis& a) {
    for (const swept_budget& budget : a.sweep) {
        if (budget.plan)
            count_fitting(a, tigris::planning::without_prefix(budget.fast, a.model.prefix_bytes));
        if (budget.least_searched) count_fitting(a, std::uint64_t(*budget.least_searched));
    }
}

/// What a model needs at least, if planners take the substitutes of these options.
void count_substitutes(variants_for_budgets& budgets, const options& more, analysis& a) {
    std::vector<variant>& variants = budgets(more.fast);
    add_second_passes(variants, variants.front().target);
    a.smallest_without_slow =
        std::min(a.smallest_without_slow, smallest_fast_bytes(variants, false));
    a.smallest_with_slow = std::min(a.smallest_with_slow, smallest_fast_bytes(variants, true));
}

/// The plan of the hint, or, without one, of planners.
void take_plan(planner& plans, const owned_hint* hint, const options& options, analysis& to) {
    const bool wants_calls = options.calls || !options.trace.empty();
    if (hint) {
        to.plan = plans.plan(hint->view());
        to.live_bytes = plans.timeline(hint->view());
        if (wants_calls) to.calls = plans.calls(hint->view());
        return;
    }
    to.plan = plan_to_show(to.model, plans, to.target);
    planner& made_by = plans.with_scratch(to.plan.scratch);
    to.live_bytes = made_by.timeline(to.plan.how);
    if (wants_calls) to.calls = made_by.calls(to.plan.how);
}

/// An analysis of the chosen variant, without a plan: what is known of memories, and what is too
/// small.
analysis begin_analysis(const std::vector<variant>& variants, const chosen_variant& chosen,
                        const options& options) {
    const variant& made = variants[chosen.number];
    analysis found{.model = made.model,
                   .target = made.target,
                   .plan = {},
                   .live_bytes = {},
                   .calls = {},
                   .lasting = {},
                   .exceeded = {},
                   .macs_made_again = made.macs_again,
                   .smallest_without_slow = smallest_fast_bytes(variants, false),
                   .smallest_with_slow = smallest_fast_bytes(variants, true),
                   .was_searched = !chosen.hints.empty(),
                   .constants_region = options.board ? options.board->described.constants : -1,
                   .sweep = {},
                   .alternatives = {},
                   .cost = {}};
    if (!found.was_searched)
        found.exceeded =
            exceeded_budget(made.model, made.plans(), made.target, chosen.least_searched);
    found.may_shrink = found.exceeded && !chosen.least_searched;
    if (chosen.least_searched) count_fitting(found, std::uint64_t(chosen.least_searched->bytes));
    return found;
}

/// Analyzes the plan for the memory that packed constants leave. Without a sweep.
analysis analyze_plan(variants_for_budgets& budgets, const options& options) {
    std::vector<variant>& variants = budgets(options.fast);
    const target like = variants.front().target;
    const chosen_variant chosen = choose(variants, options, clock_for(options));
    add_second_passes(variants, like);
    const variant& made = variants[chosen.number];
    analysis found = begin_analysis(variants, chosen, options);
    take_plan(made.plans(), hint_to_show(made, chosen), options, found);
    found.lasting = lasting_in(made.model, found.plan, options);
    if (found.was_searched) count_fitting(found, found.target.fast);
    if (!options.json && options.sweep.empty() && !options.finds_sweep)
        found.alternatives = find_alternatives(variants, found.plan);
    return found;
}

/// Analyzes with the kernels of the backend alone, or, where no plan fits, with the substitutes of
/// `more`.
class analyzed_kernels {
public:
    analyzed_kernels(const lowered_model& read, const options& wanted)
        : wanted_(wanted), more_(with_substitutes(read, wanted)), own_(read, wanted) {
        if (more_) substituted_.emplace(read, *more_);
    }

    analysis plan() {
        analysis found = analyze_plan(own_, wanted_);
        if (more_ && found.exceeded) return analyze_plan(*substituted_, *more_);
        if (more_) count_substitutes(*substituted_, *more_, found);
        return found;
    }

    swept_budget sweep(std::uint64_t fast) {
        swept_budget made = sweep_kernels(own_, wanted_, fast);
        return made.plan || !more_ ? made : sweep_kernels(*substituted_, *more_, fast);
    }

private:
    const options& wanted_;
    std::optional<options> more_;
    variants_for_budgets own_;
    std::optional<variants_for_budgets> substituted_;
};

void add_cost(analysis& a, const options& options) {
    a.cost = estimate_cost(a.model, a.plan, options.core, options.backend);
    if (options.board) a.clock_hz = options.board->described.clock_hz;
}

/// The target's memories with what constants take of them.
void give_all_memory(analysis& a, const options& options) {
    a.target.memories = options.memories;
    a.board = options.board;
    a.target.fast = tigris::planning::with_prefix(a.target.fast, a.model.prefix_bytes);
    a.is_limited = options.fast && *options.fast <= a.target.fast;
}

std::vector<swept_budget> sweep_where_plans_change(const analysis& a, analyzed_kernels& kernels) {
    const std::int64_t least = a.target.slow > 0 ? a.smallest_with_slow : a.smallest_without_slow;
    return find_curve(std::uint64_t(least + a.model.prefix_bytes),
                      [&](std::uint64_t fast) { return kernels.sweep(fast); });
}

}  // namespace

analysis describe(lowered_model model, const options& options, owned_plan plan) {
    analysis found;
    found.target = target_of(model, options);
    found.plan = std::move(plan);
    found.lasting = lasting_in(model, found.plan, options);
    found.macs_made_again = macs_made_again(model, network_of(model, found.target));
    found.model = std::move(model);
    found.constants_region = options.board ? options.board->described.constants : -1;
    add_cost(found, options);
    give_all_memory(found, options);
    return found;
}

analysis analyze(const lowered_model& read, const options& options) {
    analyzed_kernels kernels(read, options);
    analysis found = kernels.plan();
    for (const std::uint64_t fast : options.sweep) found.sweep.push_back(kernels.sweep(fast));
    add_cost(found, options);
    if (options.finds_sweep) found.sweep = sweep_where_plans_change(found, kernels);
    count_sweep(found);
    give_all_memory(found, options);
    found.smallest_without_slow += found.model.prefix_bytes;
    found.smallest_with_slow += found.model.prefix_bytes;
    return found;
}

analysis analyze_with_states(const lowered_model& read, const options& options) {
    analysis found = analyze(read, options);
    if (have_states_room(found.model, found.plan, options)) return found;
    found.exceeded = describe_lack_for_states(found.model, found.plan, options);
    try {
        analysis other = analyze(with_memories_left(read, options, values_for_any_plan), options);
        return other.exceeded ? found : other;
    } catch (const failure&) {
        return found;
    }
}

}  // namespace onnx2hpp
