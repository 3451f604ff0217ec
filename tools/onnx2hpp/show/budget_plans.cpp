// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/budget_plans.hpp>

#include <onnx2hpp/plan/plan.hpp>
#include <onnx2hpp/plan/substituted.hpp>
#include <onnx2hpp/search/order.hpp>
#include <onnx2hpp/show/cost/estimate.hpp>
#include <onnx2hpp/two_pass/prepare.hpp>

#include <algorithm>
#include <utility>

namespace onnx2hpp {
namespace {

using tigris::planning::without_prefix;

bool have_equal_orders(const lowered_model& a, const lowered_model& b) {
    return std::equal(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end(),
                      [](const auto& left, const auto& right) { return left.name == right.name; });
}

/// Gives a variant `fast` bytes, but no more than its memories have.
void give(std::uint64_t fast, variant& to) {
    to.target.fast = without_prefix(fast, to.model.prefix_bytes);
    to.target = tigris::planning::resolve(to.target, to.plans().alignment());
}

std::optional<std::int64_t> bytes_of(const std::optional<searched_plan>& found) {
    return found ? std::optional(found->bytes) : std::nullopt;
}

/// The plan of the hint that was chosen, or, without one, of planners.
std::optional<owned_plan> plan_of(const variant& made, const std::vector<owned_hint>& hints) {
    if (!hints.empty()) return made.plans().plan(hints.front().view());
    return made.plans().plan(made.target.fast, made.target.slow);
}

/// What a conversion with so much fast memory and these kernels makes.
swept_budget sweep_kernels(planned_options& kernels, std::uint64_t fast, effort how) {
    options wanted = kernels.wanted;
    wanted.fast = fast;
    wanted.search_effort = how;
    std::vector<variant>& variants = kernels.variants(fast);
    const chosen_variant chosen = choose(variants, wanted, clock_for(wanted));
    const variant& made = variants[chosen.number];
    const std::optional<owned_plan> found = plan_of(made, chosen.hints);
    if (!found)
        return {.fast = fast, .plan = {}, .least_searched = bytes_of(chosen.least_searched)};
    return {fast, *found, made.macs_again,
            estimate_cost(made.model, *found, wanted.core, wanted.backend).instructions};
}

}  // namespace

variants_for_budgets::variants_for_budgets(const lowered_model& read, options wanted)
    : wanted_(std::move(wanted)) {
    as_read_.emplace_back(read, target_of(read, wanted_));
}

std::vector<variant>& variants_for_budgets::operator()(std::optional<std::uint64_t> fast) {
    std::vector<variant>& found = has_to_be_ordered(fast) ? in_order(fast) : as_read_;
    for (variant& v : found) give(fast.value_or(tigris::unlimited), v);
    return found;
}

std::optional<std::uint64_t> variants_for_budgets::least(std::optional<std::uint64_t> fast) {
    std::vector<variant>& variants = (*this)(fast);
    add_second_passes(variants, target_of(variants.front().model, wanted_));
    std::int64_t bytes = INT64_MAX;
    for (std::size_t v = 0; v < variants.size() && is_affordable(variants, v); ++v)
        bytes = std::min(bytes, least_fast_bytes(variants[v].plans(), variants[v].target));
    if (bytes == INT64_MAX) return {};
    return std::uint64_t(bytes + variants.front().model.prefix_bytes);
}

bool variants_for_budgets::has_to_be_ordered(std::optional<std::uint64_t> fast) const {
    if (!fast) return false;
    const variant& read = as_read_.front();
    return !read.plans().plan(without_prefix(*fast, read.model.prefix_bytes), read.target.slow);
}

std::vector<variant>& variants_for_budgets::in_order(std::optional<std::uint64_t> fast) {
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

budget_plans::budget_plans(const lowered_model& read, const options& wanted) : own(read, wanted) {
    if (const std::optional<options> more = with_substitutes(read, wanted))
        substituted.emplace(read, *more);
}

swept_budget budget_plans::sweep(std::uint64_t fast) {
    return with_effort(fast, own.wanted.search_effort);
}

swept_budget budget_plans::without_search(std::uint64_t fast) {
    return with_effort(fast, effort::none);
}

swept_budget budget_plans::with_effort(std::uint64_t fast, effort how) {
    swept_budget made = sweep_kernels(own, fast, how);
    return made.plan || !substituted ? made : sweep_kernels(*substituted, fast, how);
}

}  // namespace onnx2hpp
