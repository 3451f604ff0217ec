// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/curve.hpp>

#include <tigris/planning/target/target.hpp>

#include <algorithm>
#include <cstdlib>

namespace onnx2hpp {
namespace {

constexpr double least_difference = 0.01;

/// The most budgets that are looked at. Some of them are not worth showing.
constexpr std::size_t most_points = 4 * most_curve_points;

/// Budgets closer to each other than that share of them are one.
constexpr std::uint64_t closeness = 200;

double share(std::int64_t a, std::int64_t b, std::int64_t of) {
    return of > 0 ? double(std::abs(a - b)) / double(of) : 0;
}

double share(std::int64_t a, std::int64_t b) { return share(a, b, std::max(a, b)); }

std::uint64_t taken(const swept_budget& made) { return std::uint64_t(made.plan->fast_peak_bytes); }

bool is_same(const swept_budget& a, const swept_budget& b) {
    return a.plan && b.plan && taken(a) == taken(b) && difference(a, b) == 0;
}

/// How differently planners weigh two plans.
double weight(const swept_budget& a, const swept_budget& b) {
    return share(a.plan->cost, b.plan->cost);
}

/// Whether plans differ by less than 1 %, for planners, too.
bool are_alike(const swept_budget& a, const swept_budget& b) {
    return std::max(difference(a, b), weight(a, b)) < least_difference;
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
        std::vector<swept_budget> out = worth_showing();
        while (out.size() < most_curve_points && points_.size() < most_points && split_widest())
            out = worth_showing();
        return out;
    }

private:
    struct point {
        swept_budget at;
        std::uint64_t explored = 0;
    };

    /// The ends, and between them what differs from the one before.
    std::vector<swept_budget> worth_showing() const {
        std::vector<swept_budget> out;
        for (const point& p : points_) {
            const bool is_end = &p == &points_.front() || &p == &points_.back();
            if (is_end || difference(out.back(), p.at) >= least_difference) out.push_back(p.at);
        }
        return out;
    }

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

    bool has_room_between(std::size_t i) const {
        const std::uint64_t end = points_[i + 1].at.fast, begin = points_[i].explored;
        return end > begin && end - begin > std::max<std::uint64_t>(1, end / closeness);
    }

    /// What a look between two neighbors is worth: most where they differ. Neighbors that are alike
    /// may have another plan between them, where the planner weighs them differently.
    double worth_of_split(std::size_t i) const {
        if (!has_room_between(i)) return 0;
        const double found = difference(points_[i].at, points_[i + 1].at);
        return found >= least_difference ? 1 + found : weight(points_[i].at, points_[i + 1].at);
    }

    /// Plans in the middle between two neighbors, where that is worth most. False: none is left.
    bool split_widest() {
        std::size_t widest = points_.size();
        double most = least_difference;
        for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
            const double found = worth_of_split(i);
            if (found >= most) most = found, widest = i;
        }
        if (widest == points_.size()) return false;
        split(widest);
        return true;
    }

    /// Whether point i may become a plan like its own with less memory. The last one stays what it
    /// is: the cheapest plan.
    bool may_move(std::size_t i, const swept_budget& to) const {
        return i + 1 < points_.size() || is_same(points_[i].at, to);
    }

    void split(std::size_t i) {
        point &below = points_[i], &above = points_[i + 1];
        const std::uint64_t explored = below.explored;
        const std::uint64_t middle = explored / 2 + above.at.fast / 2;
        swept_budget made = plan_for_(middle);
        below.explored = middle;
        if (!made.plan || are_alike(below.at, made)) return;
        made = with_budget(std::move(made), middle);
        if (made.fast <= below.at.fast) made.fast = middle;
        below.explored = std::min(explored, made.fast);
        if (are_alike(made, above.at) && may_move(i + 1, made))
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
    const bool is_known = a.instructions && b.instructions;
    return std::max({is_known ? share(*a.instructions, *b.instructions) : weight(a, b),
                     share(a.recomputed_macs(), b.recomputed_macs(), std::max(p.macs, q.macs)),
                     share(p.slow_traffic_bytes, q.slow_traffic_bytes)});
}

std::vector<swept_budget> find_curve(std::uint64_t least,
                                     const std::function<swept_budget(std::uint64_t)>& plan_for) {
    return curve(least, plan_for).run();
}

}  // namespace onnx2hpp
