// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/cost/machine_code.hpp>

#include <onnx2hpp/show/cost/features.hpp>
#include <onnx2hpp/show/cost/kernel_instance.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace onnx2hpp {
namespace {

class machine_code_estimator {
public:
    explicit machine_code_estimator(const cost_table& table) : table_(table) {
        for (const machine_code_entry& entry : table.machine_code_entries)
            for (const std::string& kernel : entry.kernels) bytes_[kernel] += entry.bytes;
    }

    machine_code_estimate run(const lowered_model& model, const owned_plan& plan) && {
        if (table_.machine_code_entries.empty())
            return refused(fmt::format("the table of {} has no bytes of code", table_.name));
        for (std::size_t i = 0; i < plan.steps.size(); ++i)
            if (plan.steps[i].task >= 0) add(instance_of(model, plan, int(i)));
        if (!lacking_.empty())
            return refused(
                fmt::format("the table of {} has no code of [{}]", table_.name, lacking_));
        return {std::llround(bytes_of_parts() + bytes_around(model, plan)),
                table_.machine_code_error_percent, ""};
    }

private:
    static machine_code_estimate refused(std::string reason) { return {{}, 0, std::move(reason)}; }

    void add(kernel_instance instance) {
        const std::string name = with_form(instance);
        if (!bytes_.contains(name)) instance.form = form_like(instance);
        instances_.insert(instance);
        if (bytes_.contains(with_form(instance)) || !guessed_.insert(name).second) return;
        const std::optional<double> others = bytes_with_other_forms(instance.kernel);
        if (!others && !bytes_.contains(instance.kernel)) lacking_ = name;
        of_other_forms_ += others.value_or(0);
    }

    /// The known form closest to one that no entry names: of the same window or order, else the
    /// form itself.
    std::string form_like(const kernel_instance& i) const {
        const std::string begin = fmt::format("{} =", i.kernel);
        std::string like = i.form;
        for (const auto& [name, bytes] : bytes_) {
            if (!name.starts_with(begin)) continue;
            const std::string form = name.substr(begin.size());
            if (window_or_order(form) != window_or_order(i.form)) continue;
            like = form;
            if (comes_in_rows(form) == comes_in_rows(i.form)) break;
        }
        return like;
    }

    /// The mean of all forms that parts name.
    std::optional<double> bytes_with_other_forms(const std::string& kernel) const {
        const std::string begin = kernel + " =";
        double sum = 0;
        int count = 0;
        for (const auto& [name, bytes] : bytes_)
            if (name.starts_with(begin)) sum += bytes, ++count;
        if (count == 0) return {};
        return sum / count;
    }

    static bool names(const machine_code_entry& entry, const kernel_instance& i) {
        const std::string formed = with_form(i);
        return std::any_of(
            entry.kernels.begin(), entry.kernels.end(),
            [&](const std::string& name) { return name == i.kernel || name == formed; });
    }

    /// How often the program has the entry.
    std::size_t count_of(const machine_code_entry& entry) const {
        std::set<kernel_instance> having;
        std::set<std::string> finishes;
        for (const kernel_instance& i : instances_)
            if (names(entry, i)) having.insert(for_all_rows(i)), finishes.insert(i.finish);
        if (entry.count == machine_code_count::each) return having.size();
        return entry.count == machine_code_count::finish ? finishes.size() : !having.empty();
    }

    double bytes_of_parts() const {
        double sum = of_other_forms_;
        for (const machine_code_entry& entry : table_.machine_code_entries)
            sum += entry.bytes * double(count_of(entry));
        return sum;
    }

    double bytes_around(const lowered_model& model, const owned_plan& plan) const {
        double sum = 0;
        const feature_list around = machine_code_around_kernels(model, plan);
        for (const auto& [name, count] : around.all())
            if (const auto found = table_.machine_code.find(name);
                found != table_.machine_code.end())
                sum += found->second * double(count);
        return sum;
    }

    const cost_table& table_;
    std::map<std::string, double> bytes_;  // of parts that name a kernel, with its form or not
    std::set<kernel_instance> instances_;
    std::set<std::string> guessed_;  // kernels with forms that no entry is like
    double of_other_forms_ = 0;
    std::string lacking_;
};

}  // namespace

machine_code_estimate estimate_machine_code(const cost_table& table, const lowered_model& model,
                                            const owned_plan& plan) {
    return machine_code_estimator(table).run(model, plan);
}

}  // namespace onnx2hpp
