// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/analysis.hpp>

#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/search/order.hpp>
#include <onnx2hpp/two_pass/prepare.hpp>
#include <onnx2hpp/two_pass/variants.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

/// The plan of the header's hint, if it has one.
std::optional<owned_plan> hinted_plan_of(planner& plans, const prepared_model& made) {
    if (made.hints.empty()) return {};
    return plans.plan(made.hints.front().view());
}

/// What a conversion with so much fast memory would make of a model as it was read.
swept_budget sweep(const lowered_model& read, options options, std::uint64_t fast) {
    options.fast = fast;
    const prepared_model made = prepare(in_better_order(read, options), options);
    const tigris::target target = target_of(made.model, options);
    const owned_network network = network_of(made.model, target.backend);
    planner plans(network.view(), target);
    std::optional<owned_plan> found = hinted_plan_of(plans, made);
    if (!found) found = plans.plan(target.fast, target.slow);
    if (!found) return {fast, {}, 0};
    return {fast, *found, macs_made_again(made.model, network)};
}

/// With just the target's fast memory its hint is taken.
void count_hint(analysis& a) {
    std::int64_t& smallest = a.target.slow > 0 ? a.smallest_with_slow : a.smallest_without_slow;
    smallest = std::min(smallest, tigris::planning::signed_bytes(a.target.fast));
}

}  // namespace

analysis analyze(const lowered_model& read, const options& options) {
    const lowered_model ordered = in_better_order(read, options);
    const prepared_model made = prepare(ordered, options);
    const tigris::target target = target_of(made.model, options);
    const owned_network network = network_of(made.model, target.backend);
    const std::vector<variant> variants = variants_of(ordered, target_of(ordered, options));
    planner plans(network.view(), target);
    analysis found{.model = made.model,
                   .target = target,
                   .plan = {},
                   .exceeded = {},
                   .macs_made_again = macs_made_again(made.model, network),
                   .smallest_without_slow = smallest_fast_bytes(variants, false),
                   .smallest_with_slow = smallest_fast_bytes(variants, true),
                   .was_searched = false,
                   .sweep = {}};
    std::optional<owned_plan> searched = hinted_plan_of(plans, made);
    found.was_searched = searched.has_value();
    if (!searched) found.exceeded = exceeded_budget(made.model, plans, target);
    found.plan = searched ? std::move(*searched) : plan_to_show(plans, target);
    if (found.was_searched) count_hint(found);
    for (const std::uint64_t fast : options.sweep)
        found.sweep.push_back(sweep(read, options, fast));
    return found;
}

}  // namespace onnx2hpp
