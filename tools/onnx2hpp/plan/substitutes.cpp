// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What planners do where the scratch of kernels does not fit: as the library's planned_target and
// least_target (execution/plans/substitutes.hpp, execution/plans/smallest.hpp).

#include <onnx2hpp/plan/planner.hpp>

#include <tigris/planning/hints/graph_hash.hpp>
#include <tigris/planning/partition/scratch_limits.hpp>
#include <tigris/planning/partition/searches.hpp>

namespace onnx2hpp {

using namespace tigris;
using namespace tigris::planning;

/// A planner of other kernels, and their facts.
struct planner::limited {
    limited(std::vector<step_facts> of, network model, const target& like)
        : steps(std::move(of)), plans(with_steps(model), like) {}

    std::vector<step_facts> steps;
    planner plans;

private:
    network with_steps(network model) const {
        model.steps = {steps.data(), int(steps.size())};
        model.least = {};
        return model;
    }
};

planner& planner::with_scratch(std::uint64_t most) {
    if (most >= target_.scratch) return *this;
    std::shared_ptr<limited>& found = limited_[most];
    if (found) return found->plans;
    std::vector<step_facts> steps;
    for (int step = 0; step < model_.steps.size; ++step) {
        const step_facts& own = model_.steps[step];
        const bool fits = std::uint64_t(scratch_of(own.kernel, 1)) <= most;
        const bool gives_way =
            !fits && model_.least.size > 0 && model_.least[step].kernel.is_substitute;
        steps.push_back(gives_way ? model_.least[step] : own);
    }
    found =
        std::make_shared<limited>(std::move(steps), model_, planning::with_scratch(target_, most));
    return found->plans;
}

planner& planner::with_kernels_for(std::uint64_t fast, std::uint64_t slow) {
    const view<const std::uint64_t> limits{scratch_limits_.data(), int(scratch_limits_.size())};
    if (limits.size == 0 || plan_without_substitutes(fast, slow)) return *this;
    planner& least = with_scratch(limits[limits.size - 1]);
    if (!least.plan_without_substitutes(fast, slow)) return least;
    const limit_search found =
        finish_search(planning::first_search(limits, fast), [&](const limit_search& s) {
            planner& limited = with_scratch(limits[s.middle()]);
            return limited.plan_without_substitutes(fast, slow).has_value();
        });
    return with_scratch(limits[found.enough]);
}

std::optional<owned_plan> planner::plan(std::uint64_t fast, std::uint64_t slow) {
    return with_kernels_for(fast, slow).plan_without_substitutes(fast, slow);
}

planner& planner::with_least_kernels(bool has_slow) {
    if (scratch_limits_.empty()) return *this;
    planner& least = with_scratch(scratch_limits_.back());
    return least.find_least(has_slow).bytes < find_least(has_slow).bytes ? least : *this;
}

std::int64_t planner::smallest_fast_bytes(bool has_slow) {
    return with_least_kernels(has_slow).find_least(has_slow).bytes;
}

std::optional<owned_plan> planner::smallest_plan(bool has_slow) {
    planner& least = with_least_kernels(has_slow);
    return least.plan(least.find_least(has_slow).how);
}

std::uint64_t planner::graph_hash(std::uint64_t scratch) {
    return planning::graph_hash(with_scratch(scratch).model_);
}

std::int64_t planner::work() const {
    std::int64_t all = work_;
    for (const auto& [most, other] : limited_) all += other->plans.work();
    return all;
}

}  // namespace onnx2hpp
