// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/analysis.hpp>
#include <onnx2hpp/show/budget_plans.hpp>
#include <onnx2hpp/show/curve.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/plan/memories_left.hpp>
#include <onnx2hpp/plan/over_budget.hpp>
#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/two_pass/prepare.hpp>
#include <onnx2hpp/two_pass/variants.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

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

using tigris::target;

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
void count_substitutes(planned_options& more, analysis& a) {
    std::vector<variant>& variants = more.variants(more.wanted.fast);
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

/// Analyzes the plan for the memory that packed constants leave. Without a sweep and alternatives.
analysis analyze_plan(planned_options& kernels) {
    const options& wanted = kernels.wanted;
    std::vector<variant>& variants = kernels.variants(wanted.fast);
    const target like = variants.front().target;
    const chosen_variant chosen = choose(variants, wanted, clock_for(wanted));
    add_second_passes(variants, like);
    const variant& made = variants[chosen.number];
    analysis found = begin_analysis(variants, chosen, wanted);
    take_plan(made.plans(), hint_to_show(made, chosen), wanted, found);
    found.lasting = lasting_in(made.model, found.plan, wanted);
    if (found.was_searched) count_fitting(found, found.target.fast);
    return found;
}

void add_alternatives(analysis& a, const lowered_model& read, const options& wanted,
                      budget_plans& plans, planned_options& kernels) {
    if (wanted.json || !wanted.sweep.empty() || wanted.finds_sweep) return;
    const auto lacks = [&a](lacking_memory memory) {
        return a.exceeded && a.exceeded->memory == memory;
    };
    const shown_plan shown{.totals = a.plan,
                           .macs_again = a.macs_made_again,
                           .fits_fast = !lacks(lacking_memory::fast),
                           .fits_slow = !lacks(lacking_memory::slow)};
    a.alternatives = find_alternatives(read, wanted, plans, kernels, shown);
}

/// Analyzes with the kernels of the backend alone, or, where no plan fits, with substitutes.
analysis analyze_kernels(const lowered_model& read, const options& wanted, budget_plans& plans) {
    analysis found = analyze_plan(plans.own);
    const bool wants_substitutes = plans.substituted && found.exceeded;
    if (wants_substitutes)
        found = analyze_plan(*plans.substituted);
    else if (plans.substituted)
        count_substitutes(*plans.substituted, found);
    add_alternatives(found, read, wanted, plans,
                     wants_substitutes ? *plans.substituted : plans.own);
    return found;
}

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

/// Begins with the least budget for which there is a plan. In several banks planners may need a bit
/// more than their smallest plan takes.
std::vector<swept_budget> sweep_where_plans_change(const analysis& a, budget_plans& plans) {
    const std::int64_t bytes = a.target.slow > 0 ? a.smallest_with_slow : a.smallest_without_slow;
    const swept_budget smallest = plans.sweep(std::uint64_t(bytes + a.model.prefix_bytes));
    const std::uint64_t least =
        smallest.plan ? smallest.fast : plans.own.variants.least({}).value_or(smallest.fast);
    return find_curve(least, [&](std::uint64_t fast) {
        return fast == smallest.fast ? smallest : plans.sweep(fast);
    });
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
    budget_plans plans(read, options);
    analysis found = analyze_kernels(read, options, plans);
    for (const std::uint64_t fast : options.sweep) found.sweep.push_back(plans.sweep(fast));
    add_cost(found, options);
    if (options.finds_sweep) found.sweep = sweep_where_plans_change(found, plans);
    count_sweep(found);
    give_all_memory(found, options);
    found.smallest_without_slow += found.model.prefix_bytes;
    found.smallest_with_slow += found.model.prefix_bytes;
    return found;
}

analysis analyze_with_states(const lowered_model& read, const options& options) {
    analysis found = analyze(read, options);
    if (have_states_room(found.model, found.plan, options)) return found;
    found.exceeded = lack_for_states(found.model, found.plan, options);
    try {
        analysis other = analyze(with_memories_left(read, options, values_for_any_plan), options);
        return other.exceeded ? found : other;
    } catch (const failure&) {
        return found;
    }
}

}  // namespace onnx2hpp
