// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/cost/code.hpp>

#include <onnx2hpp/show/cost/features.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace onnx2hpp {
namespace {

/// A kernel with a window, as parts of a table name it.
std::string with_window(const std::string& kernel, const std::string& window) {
    return window.empty() ? kernel : kernel + " " + window;
}

/// Whether a last word is a window, and not what tells kernels of one operator apart.
bool begins_window(char c) { return c >= '0' && c <= '9'; }

class code_estimator {
public:
    explicit code_estimator(const cost_table& table) : table_(table) {
        for (const code_part& part : table.code_parts)
            for (const std::string& kernel : part.kernels) bytes_[kernel] += part.bytes;
    }

    code_estimate run(const lowered_model& model, const owned_plan& plan) && {
        if (table_.code_parts.empty())
            return refused(fmt::format("the table of {} has no bytes of code", table_.name));
        for (std::size_t i = 0; i < plan.steps.size(); ++i)
            if (plan.steps[i].task >= 0) add_kernel(work_of_step(model, plan, int(i)));
        if (!lacking_.empty())
            return refused(
                fmt::format("the table of {} has no code of [{}]", table_.name, lacking_));
        return {std::llround(bytes_of_parts() + bytes_around(plan)), table_.code_error_percent, ""};
    }

private:
    static code_estimate refused(std::string reason) { return {{}, 0, std::move(reason)}; }

    void add_kernel(const kernel_work& work) {
        const std::string name = with_window(work.kernel, work.window);
        if (!kernels_.insert(name).second) return;
        kernels_.insert(work.kernel);
        if (bytes_.contains(name)) return;
        const std::optional<double> others = bytes_with_other_windows(work.kernel);
        if (!others && !bytes_.contains(work.kernel)) lacking_ = name;
        of_other_windows_ += others.value_or(0);
    }

    /// What a window takes that no part names: the mean of those that parts name.
    std::optional<double> bytes_with_other_windows(const std::string& kernel) const {
        const std::string begin = kernel + " ";
        double sum = 0;
        int count = 0;
        for (const auto& [name, bytes] : bytes_)
            if (name.starts_with(begin) && begins_window(name[begin.size()])) sum += bytes, ++count;
        if (count == 0) return {};
        return sum / count;
    }

    double bytes_of_parts() const {
        double sum = of_other_windows_;
        for (const code_part& part : table_.code_parts)
            if (std::any_of(part.kernels.begin(), part.kernels.end(),
                            [&](const auto& name) { return kernels_.contains(name); }))
                sum += part.bytes;
        return sum;
    }

    double bytes_around(const owned_plan& plan) const {
        double sum = 0;
        const feature_list around = code_around_kernels(plan);
        for (const auto& [name, count] : around.all())
            if (const auto found = table_.code.find(name); found != table_.code.end())
                sum += found->second * double(count);
        return sum;
    }

    const cost_table& table_;
    std::map<std::string, double> bytes_;  // of parts that name a kernel, with its window or not
    std::set<std::string> kernels_;
    double of_other_windows_ = 0;
    std::string lacking_;
};

}  // namespace

code_estimate estimate_code(const cost_table& table, const lowered_model& model,
                            const owned_plan& plan) {
    return code_estimator(table).run(model, plan);
}

}  // namespace onnx2hpp
