// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/cost/estimate.hpp>

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/show/cost/features.hpp>

#include <fmt/format.h>

#include <cmath>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// Kernels that no table knows, if they work element by element, take about what these do. They
/// say nothing of kernels whose products are in features of their own, such as convolutions.
constexpr std::string_view any_kernel = "portable any", any_of_floats = "portable any float";

/// How wrong that may be, in percent.
constexpr double error_of_any = 60;

std::int64_t counted_products(const kernel_work& work) {
    for (const auto& [name, value] : work.features.all())
        if (name == "products") return value;
    return 0;
}

double instructions_of(const kernel_costs& costs, const feature_list& features) {
    double sum = 0;
    for (const auto& [name, value] : features.all())
        if (const auto found = costs.instructions.find(name); found != costs.instructions.end())
            sum += found->second * double(value);
    return sum;
}

std::int64_t rounded(double value) { return std::llround(value); }

/// The planner's search compares plans by any number; a user is told of no wild guess.
enum class guesses { all, elements };

class estimator {
public:
    estimator(const cost_table& table, const lowered_model& model, const owned_plan& plan,
              guesses guessing)
        : table_(table), model_(model), plan_(plan), guessing_(guessing) {}

    cost_estimate run() && {
        made_.core = table_.core;
        made_.cycle_model = table_.cycle_model;
        made_.cycle_error_percent = table_.cycle_error_percent;
        for (std::size_t i = 0; i < plan_.steps.size(); ++i) add_step(int(i));
        add(work_between_steps(plan_));
        if (!made_.reason.empty()) return std::move(made_);
        made_.instructions = rounded(all_);
        if (!table_.cycle_model.empty()) made_.cycles = rounded(cycles_);
        const double guessed = all_ > 0 ? guessed_ / all_ : 0;
        made_.error_percent =
            int(std::ceil(table_.error_percent * (1 - guessed) + error_of_any * guessed));
        return std::move(made_);
    }

private:
    /// The costs of a step's kernel; null where nothing is known of such kernels.
    const kernel_costs* costs_of(const kernel_work& work, int step) {
        if (const auto found = table_.kernels.find(work.kernel); found != table_.kernels.end())
            return &found->second;
        const planning::step_plan& s = plan_.steps[std::size_t(step)];
        if (plan_.tasks[std::size_t(s.task)].contract == ops::contract::whole) return nullptr;
        if (guessing_ == guesses::elements && counted_products(work) < s.macs) return nullptr;
        const bool is_real =
            model_.tensors[std::size_t(model_.nodes[std::size_t(step)].outputs[0])].type ==
            dtype::f32;
        const auto found = table_.kernels.find(is_real ? any_of_floats : any_kernel);
        return found == table_.kernels.end() ? nullptr : &found->second;
    }

    void add_step(int step) {
        made_.steps.emplace_back();
        if (plan_.steps[std::size_t(step)].task < 0) return;
        const kernel_work work = work_of_step(model_, plan_, step);
        const kernel_costs* costs = costs_of(work, step);
        if (!costs) {
            if (made_.reason.empty())
                made_.reason = fmt::format("the table of {} lacks [{}]", table_.name, work.kernel);
            return;
        }
        const double instructions = instructions_of(*costs, work.features);
        made_.steps.back() = rounded(instructions);
        all_ += instructions;
        cycles_ += instructions * costs->cycles;
        if (!table_.kernels.contains(work.kernel)) guessed_ += instructions;
    }

    void add(const kernel_work& work) {
        const auto found = table_.kernels.find(work.kernel);
        if (found == table_.kernels.end()) return;
        const double instructions = instructions_of(found->second, work.features);
        all_ += instructions;
        cycles_ += instructions * found->second.cycles;
    }

    const cost_table& table_;
    const lowered_model& model_;
    const owned_plan& plan_;
    guesses guessing_;
    cost_estimate made_;
    double all_ = 0, cycles_ = 0, guessed_ = 0;
};

cost_estimate without_table(const std::string& core, const std::string& reason) {
    cost_estimate none;
    none.core = core;
    none.reason = none.machine_code.reason = reason;
    return none;
}

}  // namespace

cost_estimate estimate_cost(const lowered_model& model, const owned_plan& plan,
                            const std::string& core, tigris::backend backend) {
    if (core.empty()) return without_table(core, "--core or --board names the core");
    const cost_table* table = find_cost_table(core, backend);
    if (!table)
        return without_table(
            core, fmt::format("there is no cost table of {} kernels on {}", spell(backend), core));
    cost_estimate made = estimator(*table, model, plan, guesses::elements).run();
    made.machine_code = estimate_machine_code(*table, model, plan);
    return made;
}

model_clock clock_for(const options& options) {
    const cost_table* table = find_likely_table(options.core, options.backend);
    if (!table) return {};
    return [table](const lowered_model& model, const owned_plan& plan) {
        const cost_estimate made = estimator(*table, model, plan, guesses::all).run();
        return made.cycles ? made.cycles : made.instructions;
    };
}

}  // namespace onnx2hpp
