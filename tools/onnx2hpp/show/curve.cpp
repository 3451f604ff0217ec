// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/curve.hpp>

#include <tigris/planning/target.hpp>

#include <algorithm>
#include <cstdlib>

namespace onnx2hpp {
namespace {

constexpr double least_difference = 0.01;

/// Budgets closer to each other than that share of them are one.
constexpr std::uint64_t closeness = 200;

double share(std::int64_t a, std::int64_t b, std::int64_t of) {
    return of > 0 ? double(std::abs(a - b)) / double(of) : 0;
}

std::uint64_t taken(const swept_budget& made) { return std::uint64_t(made.plan->fast_peak_bytes); }

bool is_same(const swept_budget& a, const swept_budget& b) {
    return a.plan && b.plan && taken(a) == taken(b) && difference(a, b) == 0;
}

/// Plans of ascending budgets. Between each and the next one, budgets up to `explored` give the
/// same as the first.
class curve {
public:
    curve(std::uint64_t least, const std::function<swept_budget(std::uint64_t)>& plan_for)
        : plan_for_(plan_for) {
        const swept_budget smallest = plan_for(least), cheapest = plan_for(tigris::unlimited);
        if (!smallest.plan || !cheapest.plan) return;
        add_at_end(smallest, least);
        if (!is_same(smallest, cheapest) && taken(cheapest) > least)
            add_at_end(cheapest, enough_for(cheapest));
    }

    std::vector<swept_budget> run() && {
        while (points_.size() < most_curve_points)
            if (!split_widest()) break;
        std::vector<swept_budget> out;
        for (const point& p : points_) out.push_back(p.at);
        return out;
    }

private:
    struct point {
        swept_budget at;
        std::uint64_t explored = 0;
    };

    /// The plan as that of a budget for which the planner makes it: of what it takes, where that is
    /// one. A smaller budget may lead to another plan that takes less.
    swept_budget with_budget(swept_budget made, std::uint64_t planned_for) const {
        made.fast = planned_for;
        if (taken(made) < planned_for && is_same(plan_for_(taken(made)), made))
            made.fast = taken(made);
        return made;
    }

    /// A budget for which the planner makes the plan that it makes without one.
    std::uint64_t enough_for(const swept_budget& cheapest) const {
        std::uint64_t budget = taken(cheapest);
        for (int doublings = 0; doublings < 8; ++doublings, budget *= 2)
            if (is_same(plan_for_(budget), cheapest)) break;
        return budget;
    }

    void add_at_end(const swept_budget& made, std::uint64_t planned_for) {
        const swept_budget known = with_budget(made, planned_for);
        points_.push_back({known, known.fast});
    }

    bool is_worth_a_split(std::size_t i) const {
        const std::uint64_t end = points_[i + 1].at.fast, begin = points_[i].explored;
        return end > begin && end - begin > std::max<std::uint64_t>(1, end / closeness) &&
               difference(points_[i].at, points_[i + 1].at) >= least_difference;
    }

    /// Plans in the middle between the two neighbors that differ most. False: none is left.
    bool split_widest() {
        std::size_t widest = points_.size();
        double most = 0;
        for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
            const double found = difference(points_[i].at, points_[i + 1].at);
            if (is_worth_a_split(i) && found > most) most = found, widest = i;
        }
        if (widest == points_.size()) return false;
        split(widest);
        return true;
    }

    void split(std::size_t i) {
        point &below = points_[i], &above = points_[i + 1];
        const std::uint64_t explored = below.explored;
        const std::uint64_t middle = explored / 2 + above.at.fast / 2;
        swept_budget made = plan_for_(middle);
        below.explored = middle;
        if (!made.plan || difference(below.at, made) < least_difference) return;
        made = with_budget(std::move(made), middle);
        if (made.fast <= below.at.fast) made.fast = middle;
        below.explored = std::min(explored, made.fast);
        if (difference(made, above.at) < least_difference)
            above.at = made;
        else
            points_.insert(points_.begin() + long(i) + 1, {made, middle});
    }

    const std::function<swept_budget(std::uint64_t)>& plan_for_;
    std::vector<point> points_;
};

}  // namespace

double difference(const swept_budget& a, const swept_budget& b) {
    const auto& p = *a.plan;
    const auto& q = *b.plan;
    const std::int64_t x = a.instructions.value_or(0), y = b.instructions.value_or(0);
    return std::max({share(x, y, std::max(x, y)), share(p.cost, q.cost, std::max(p.cost, q.cost)),
                     share(a.recomputed_macs(), b.recomputed_macs(), std::max(p.macs, q.macs)),
                     share(p.slow_traffic_bytes, q.slow_traffic_bytes,
                           std::max(p.slow_traffic_bytes, q.slow_traffic_bytes))});
}

std::vector<swept_budget> find_curve(std::uint64_t least,
                                     const std::function<swept_budget(std::uint64_t)>& plan_for) {
    return curve(least, plan_for).run();
}

}  // namespace onnx2hpp
