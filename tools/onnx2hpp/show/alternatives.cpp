// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/alternatives.hpp>

#include <onnx2hpp/plan/planes.hpp>

#include <algorithm>
#include <optional>

namespace onnx2hpp {
namespace {

using tigris::target;

/// What planning a model may have taken, as planner::work counts, so that it is planned once more
/// for another target.
constexpr std::int64_t most_work = 2'000'000'000;

using budget = std::optional<std::uint64_t>;

class alternative_finder {
public:
    alternative_finder(const lowered_model& read, const options& wanted, budget_plans& plans,
                       planned_options& kernels, const shown_plan& shown)
        : read_(read), wanted_(wanted), plans_(plans), kernels_(kernels), shown_(shown) {}

    std::vector<alternative> run() {
        smallest_ = least_for(kernels_, plans_);
        if (fits()) add_smaller(alternative_kind::smallest, smallest_);
        if (wanted_.slow.value_or(0) == 0 && !wanted_.memories) add_slow_memory();
        if (first().plans().work() > most_work) return found_;
        add_row_inputs();
        if (recomputed_macs() > 0 || shown_.totals.slow_traffic_bytes > 0) add_undoubled();
        return found_;
    }

private:
    bool fits() const { return shown_.fits_fast && shown_.fits_slow; }
    std::int64_t recomputed_macs() const {
        return shown_.totals.recomputed_macs + shown_.macs_again;
    }

    /// The model without second passes, for the command line's budget.
    const variant& first() { return kernels_.variants(wanted_.fast).front(); }

    /// What follows from giving that budget, where there is one, and a plan fits.
    static std::optional<alternative> made_for(budget_plans& plans, budget fast) {
        if (!fast) return {};
        const swept_budget made = plans.without_search(*fast);
        if (!made.plan) return {};
        return alternative{{},
                           std::int64_t(*fast),
                           made.plan->slow_peak_bytes,
                           made.plan->caller_bytes,
                           made.recomputed_macs(),
                           made.plan->slow_traffic_bytes};
    }

    /// What follows from the least budget for these kernels.
    std::optional<alternative> least_for(planned_options& kernels, budget_plans& plans) const {
        return made_for(plans, kernels.variants.least(wanted_.fast));
    }

    static std::int64_t bytes_of(const alternative& a) { return a.fast_bytes + a.caller_bytes; }

    void add(alternative_kind kind, alternative made) {
        made.kind = kind;
        found_.push_back(made);
    }

    void add_smaller(alternative_kind kind, const std::optional<alternative>& made) {
        if (made && bytes_of(*made) < least_bytes()) add(kind, *made);
    }

    /// What the smallest plan so far takes.
    std::int64_t least_bytes() const {
        std::int64_t least = shown_.totals.fast_peak_bytes + shown_.totals.caller_bytes;
        for (const alternative& a : found_) least = std::min(least, bytes_of(a));
        return least;
    }

    /// Adds a plan with slow memory: for the fast memory that there is, if that is too small
    /// without; else the least.
    void add_slow_memory() {
        options more = wanted_;
        more.slow = tigris::unlimited;
        budget_plans plans(read_, more);
        if (!shown_.fits_fast)
            if (const auto made = made_for(plans, wanted_.fast))
                return add(alternative_kind::slow_memory, *made);
        add_smaller(alternative_kind::slow_memory, least_for(plans.own, plans));
    }

    /// Adds the smallest plan whose inputs come row by row, if that saves memory.
    void add_row_inputs() {
        const target& t = first().target;
        target rows = t;
        rows.input = tigris::io::rows;
        if (has_inputs_in_planes(first().model) || rows.input == t.input) return;
        options by_rows = wanted_;
        by_rows.input_modes = {tigris::io::rows};
        budget_plans plans(read_, by_rows);
        const std::optional<alternative> made = least_for(plans.own, plans);
        if (made && smallest_ && bytes_of(*made) < bytes_of(*smallest_))
            add(alternative_kind::row_inputs, *made);
    }

    /// The least budget for a plan in fast memory that computes nothing twice.
    budget least_undoubled() {
        const variant& as_it_is = plans_.own.variants(wanted_.fast).front();
        target whole = as_it_is.target;
        whole.costs.recompute_percent = 0;
        whole.slow = 0;
        const std::int64_t bytes =
            variant(as_it_is.model, whole).plans().smallest_fast_bytes(false);
        if (bytes == INT64_MAX) return {};
        return std::uint64_t(bytes + as_it_is.model.prefix_bytes);
    }

    void add_undoubled() {
        const std::optional<alternative> made = made_for(plans_, least_undoubled());
        if (made && made->recomputed_macs == 0 && made->slow_traffic_bytes == 0 &&
            made->fast_bytes > shown_.totals.fast_peak_bytes)
            add(alternative_kind::undoubled, *made);
    }

    const lowered_model& read_;
    const options& wanted_;
    budget_plans& plans_;
    planned_options& kernels_;
    const shown_plan& shown_;
    std::optional<alternative> smallest_;
    std::vector<alternative> found_;
};

}  // namespace

std::vector<alternative> find_alternatives(const lowered_model& read, const options& wanted,
                                           budget_plans& plans, planned_options& kernels,
                                           const shown_plan& shown) {
    return alternative_finder(read, wanted, plans, kernels, shown).run();
}

}  // namespace onnx2hpp
