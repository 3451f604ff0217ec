// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/two_pass/prepare.hpp>

#include <onnx2hpp/search/search.hpp>
#include <onnx2hpp/two_pass/variants.hpp>

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
    return std::any_of(p.tensors.begin(), p.tensors.end(),
                       [](const planning::tensor_plan& t) { return t.spilled && t.index < 0; });
}

/// A variant that fits, and the hints that a search has found for it.
struct offer {
    const variant* made = nullptr;
    price costs;
    std::vector<owned_hint> hints;
};

offer offer_of(const variant& v, const hinted_plan& p, std::vector<owned_hint> hints) {
    return {&v, {spills(p), p.run_cost + v.macs_again * v.target.costs.mac}, std::move(hints)};
}

std::optional<offer> without_hint(const variant& v) {
    planner plans = v.plans();
    const std::optional<owned_plan> p = plans.plan(v.target.fast, v.target.slow);
    if (!p) return {};
    return offer_of(v, try_hint(plans, hint_of(*p, v.target)).plan, {});
}

/// Searches gain some percent; what lacks a fifth of its memory is not searched for.
bool may_fit_with_hint(const variant& v) {
    return std::uint64_t(v.plans().smallest_fast_bytes(false)) / 5 * 4 <= v.target.fast;
}

std::optional<offer> with_hint(const variant& v, const options& wanted) {
    if (!may_fit_with_hint(v)) return {};
    std::vector<owned_hint> hints = find_hints(v.model, wanted);
    if (hints.empty()) return {};
    const hinted_plan p = v.plans().plan(hints.front().view());
    return offer_of(v, p, std::move(hints));
}

/// The cheapest that fits. A hint is searched for where it may spare slow memory or more steps.
std::optional<offer> best_offer(const std::vector<variant>& variants, const options& wanted) {
    std::optional<offer> best;
    const auto keep = [&best](std::optional<offer> next) {
        if (next && (!best || next->costs < best->costs)) best = std::move(next);
    };
    for (const variant& v : variants) {
        std::optional<offer> own = without_hint(v);
        const bool fits_fast = own && !own->costs.spills;
        keep(std::move(own));
        if (!fits_fast && (!best || best->costs.spills)) keep(with_hint(v, wanted));
    }
    return best;
}

const variant& smallest_of(const std::vector<variant>& variants, bool has_slow) {
    const variant* best = nullptr;
    std::int64_t least = INT64_MAX;
    for (const variant& v : variants) {
        const std::int64_t bytes = v.plans().smallest_fast_bytes(has_slow);
        if (!best || bytes < least) best = &v, least = bytes;
    }
    return *best;
}

/// Nothing to weigh where the model fits as it is, without recomputing and without slow memory.
bool fits_at_once(const lowered_model& model, const target& wanted) {
    const owned_network network = network_of(model, wanted.backend);
    const std::optional<owned_plan> p =
        planner(network.view(), wanted).plan(wanted.fast, wanted.slow);
    return p && p->recomputed_macs == 0 && !spills(*p);
}

}  // namespace

prepared_model prepare(const lowered_model& model, const options& wanted) {
    const target target = target_of(model, wanted);
    if (fits_at_once(model, target)) return {model, find_hints(model, wanted)};
    const std::vector<variant> variants = variants_of(model, target);
    std::optional<offer> best = best_offer(variants, wanted);
    if (!best) return {smallest_of(variants, target.slow > 0).model, {}};
    if (best->hints.empty()) best->hints = find_hints(best->made->model, wanted);
    return {best->made->model, std::move(best->hints)};
}

}  // namespace onnx2hpp
