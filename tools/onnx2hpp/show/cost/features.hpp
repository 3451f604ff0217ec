// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the instructions of a kernel depend on: integers that its loops follow, counted for a run.
// Cost tables have a coefficient for each (docs/how_to/cost_tables.md).

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/plan/planner.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace onnx2hpp {

/// Named numbers, each once, in the order in which they were first added.
class feature_list {
public:
    void add(std::string_view name, std::int64_t value);

    const std::vector<std::pair<std::string_view, std::int64_t>>& all() const { return all_; }

private:
    std::vector<std::pair<std::string_view, std::int64_t>> all_;
};

/// A kernel as cost tables name it, and what a run of the plan asks of it. The name has backend,
/// operator, element types, and other differences of its loops.
struct kernel_work {
    std::string kernel;
    feature_list features;
};

/// What a step asks of its kernel; its task is not -1.
kernel_work work_of_step(const lowered_model& model, const owned_plan& plan, int step);

/// What a run takes beside its kernels: calls, and rows that are passed on.
kernel_work work_between_steps(const owned_plan& plan);

/// What the machine code of a plan has beside its kernels. Each number is how often the firmware
/// has it, not how often it runs.
feature_list machine_code_around_kernels(const lowered_model& model, const owned_plan& plan);

}  // namespace onnx2hpp
