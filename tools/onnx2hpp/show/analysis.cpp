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
std::optional<owned_plan> hinted_plan_of(planner& plans, const std::vector<owned_hint>& hints) {
    if (hints.empty()) return {};
    return plans.plan(hints.front().view());
}

/// What a conversion with so much fast memory would make of a model as it was read.
swept_budget sweep(const lowered_model& read, options options, std::uint64_t fast) {
    options.fast = fast;
    const lowered_model ordered = in_better_order(read, options);
    std::vector<variant> variants;
    variants.emplace_back(ordered, target_of(ordered, options));
    const chosen_variant chosen = choose(variants, options);
    const variant& made = variants[chosen.number];
    std::optional<owned_plan> found = hinted_plan_of(made.plans(), chosen.hints);
    if (!found) found = made.plans().plan(made.target.fast, made.target.slow);
    if (!found) return {fast, {}, 0};
    return {fast, *found, made.macs_again};
}

/// With just the target's fast memory its hint is taken.
void count_hint(analysis& a) {
    std::int64_t& smallest = a.target.slow > 0 ? a.smallest_with_slow : a.smallest_without_slow;
    smallest = std::min(smallest, tigris::planning::signed_bytes(a.target.fast));
}

}  // namespace

analysis analyze(const lowered_model& read, const options& options) {
    const lowered_model ordered = in_better_order(read, options);
    const tigris::target like = target_of(ordered, options);
    std::vector<variant> variants;
    variants.emplace_back(ordered, like);
    const chosen_variant chosen = choose(variants, options);
    if (variants.size() == 1) add_second_passes(variants, like);
    const variant& made = variants[chosen.number];
    analysis found{.model = made.model,
                   .target = made.target,
                   .plan = {},
                   .exceeded = {},
                   .macs_made_again = made.macs_again,
                   .smallest_without_slow = smallest_fast_bytes(variants, false),
                   .smallest_with_slow = smallest_fast_bytes(variants, true),
                   .was_searched = false,
                   .sweep = {}};
    std::optional<owned_plan> searched = hinted_plan_of(made.plans(), chosen.hints);
    found.was_searched = searched.has_value();
    if (!searched) found.exceeded = exceeded_budget(made.model, made.plans(), made.target);
    found.plan = searched ? std::move(*searched) : plan_to_show(made.plans(), made.target);
    if (found.was_searched) count_hint(found);
    for (const std::uint64_t fast : options.sweep)
        found.sweep.push_back(sweep(read, options, fast));
    return found;
}

}  // namespace onnx2hpp
