// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/alternatives.hpp>

#include <onnx2hpp/plan/planes.hpp>

#include <algorithm>
#include <optional>

namespace onnx2hpp {
namespace {

using tigris::target;
using tigris::planning::plan_totals;

/// What planning a model may have taken, as planner::work counts, so that it is planned once more
/// for another target.
constexpr std::int64_t most_work = 2'000'000'000;

class alternative_finder {
public:
    alternative_finder(const std::vector<variant>& variants, const plan_totals& shown)
        : variants_(variants),
          shown_(shown),
          fits_(std::uint64_t(shown.planned_fast_bytes()) <= variants.front().target.fast),
          smallest_(least_of(variants, variants.front().target.slow > 0)) {}

    std::vector<alternative> run() {
        const target& t = first().target;
        if (fits_) add_smaller(alternative_kind::smallest, smallest_);
        if (t.slow == 0 && !t.memories) add_slow_memory();
        if (first().plans().work() > most_work) return found_;
        add_row_inputs();
        if (fits_ && (shown_.recomputed_macs > 0 || shown_.slow_traffic_bytes > 0)) add_undoubled();
        return found_;
    }

private:
    const variant& first() const { return variants_.front(); }

    static alternative made_of(const plan_totals& plan, std::int64_t macs_again) {
        return {{},
                plan.fast_peak_bytes,
                plan.caller_bytes,
                plan.recomputed_macs + macs_again,
                plan.slow_traffic_bytes};
    }

    static std::optional<alternative> least_of(const std::vector<variant>& variants,
                                               bool has_slow) {
        std::optional<alternative> least;
        for (const variant& v : variants) {
            const std::optional<owned_plan> plan = v.plans().smallest_plan(has_slow);
            if (plan && (!least || plan->fast_peak_bytes < least->fast_bytes))
                least = made_of(*plan, v.macs_again);
        }
        return least;
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
        std::int64_t least = shown_.fast_peak_bytes + shown_.caller_bytes;
        for (const alternative& a : found_) least = std::min(least, bytes_of(a));
        return least;
    }

    /// Adds a plan with slow memory: for the fast memory that there is, if that is too small
    /// without; else the least.
    void add_slow_memory() {
        const target& t = first().target;
        if (!fits_)
            if (const std::optional<owned_plan> plan =
                    first().plans().plan(t.fast, tigris::unlimited))
                return add(alternative_kind::slow_memory, made_of(*plan, first().macs_again));
        add_smaller(alternative_kind::slow_memory, least_of(variants_, true));
    }

    /// The least of the first variant for another target.
    std::optional<alternative> least_for(const target& other) const {
        std::vector<variant> alone;
        alone.emplace_back(first().model, other);
        return least_of(alone, other.slow > 0);
    }

    /// Adds the smallest plan whose inputs come row by row, if that saves memory.
    void add_row_inputs() {
        target rows = first().target;
        rows.input = tigris::io::rows;
        if (has_inputs_in_planes(first().model)) return;
        if (rows.input == first().target.input) return;
        const std::optional<alternative> made = least_for(rows);
        if (made && smallest_ && bytes_of(*made) < bytes_of(*smallest_))
            add(alternative_kind::row_inputs, *made);
    }

    void add_undoubled() {
        target whole = first().target;
        whole.costs.recompute_percent = 0;
        whole.slow = 0;
        const std::optional<alternative> made = least_for(whole);
        if (made && made->recomputed_macs == 0 && made->slow_traffic_bytes == 0 &&
            made->fast_bytes > shown_.fast_peak_bytes)
            add(alternative_kind::undoubled, *made);
    }

    const std::vector<variant>& variants_;
    const plan_totals& shown_;
    bool fits_;
    std::optional<alternative> smallest_;
    std::vector<alternative> found_;
};

}  // namespace

std::vector<alternative> find_alternatives(const std::vector<variant>& variants,
                                           const plan_totals& shown) {
    return alternative_finder(variants, shown).run();
}

}  // namespace onnx2hpp
