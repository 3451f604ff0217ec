// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a run of a plan takes of a core, from the core's cost table.

#include <onnx2hpp/costs/cost_table.hpp>
#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/plan/planner.hpp>
#include <onnx2hpp/show/cost/machine_code.hpp>
#include <onnx2hpp/two_pass/prepare.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace onnx2hpp {

/// Instructions of a run, of each step, and the cycles of a model of the core; nothing where they
/// are not known, and then `reason` says why. QEMU counts whole models within `error_percent`.
struct cost_estimate {
    std::string core;
    std::optional<std::int64_t> instructions;
    std::optional<std::int64_t> cycles;
    std::vector<std::optional<std::int64_t>> steps;
    int error_percent = 0;
    std::string cycle_model;
    int cycle_error_percent = 0;  // of the model of cycles itself; 0: none is known
    std::string reason;
    machine_code_estimate machine_code;
};

/// Estimates costs on the core with that name, as boards or --core say it; empty: none was named.
cost_estimate estimate_cost(const lowered_model& model, const owned_plan& plan,
                            const std::string& core, tigris::backend backend);

/// Tells plans apart by the cycles of a run, or by its instructions where there is no model of
/// cycles. It knows models whose kernels are in the table of the options' core; where no core is
/// named, in that of find_likely_table.
model_clock clock_for(const options& options);

}  // namespace onnx2hpp
