// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/analysis.hpp>

#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/search/order.hpp>
#include <onnx2hpp/search/search.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

/// The plan of the hint that a search finds for the options' target, if it does.
std::optional<owned_plan> searched_plan(planner& plans, const lowered_model& model,
                                        const options& options) {
    const std::vector<owned_hint> hints = find_hints(model, options);
    if (hints.empty()) return {};
    return plans.plan(hints.front().view());
}

/// What a conversion with so much fast memory would make of a model as it was read.
swept_budget sweep(const lowered_model& read, options options, std::uint64_t fast) {
    options.fast = fast;
    const lowered_model model = in_better_order(read, options);
    const owned_network network = network_of(model);
    const tigris::target target = target_of(model, options);
    planner plans(network.view(), target);
    std::optional<owned_plan> made = searched_plan(plans, model, options);
    if (!made) made = plans.plan(target.fast, target.slow);
    if (!made) return {fast, {}};
    return {fast, *made};
}

/// With just the target's fast memory its hint is taken.
void count_hint(analysis& a) {
    std::int64_t& smallest = a.target.slow > 0 ? a.smallest_with_slow : a.smallest_without_slow;
    smallest = std::min(smallest, tigris::planning::signed_bytes(a.target.fast));
}

}  // namespace

analysis analyze(const lowered_model& read, const options& options) {
    const lowered_model model = in_better_order(read, options);
    const owned_network network = network_of(model);
    const tigris::target target = target_of(model, options);
    planner plans(network.view(), target);
    analysis found{.model = model,
                   .target = target,
                   .plan = {},
                   .exceeded = {},
                   .smallest_without_slow = plans.smallest_fast_bytes(false),
                   .smallest_with_slow = plans.smallest_fast_bytes(true),
                   .was_searched = false,
                   .sweep = {}};
    std::optional<owned_plan> searched = searched_plan(plans, model, options);
    found.was_searched = searched.has_value();
    if (!searched) found.exceeded = exceeded_budget(model, plans, target);
    found.plan = searched ? std::move(*searched) : plan_to_show(plans, target);
    if (found.was_searched) count_hint(found);
    for (const std::uint64_t fast : options.sweep)
        found.sweep.push_back(sweep(read, options, fast));
    return found;
}

}  // namespace onnx2hpp
