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

/// The estimated cost of a run.
struct cost_estimate {
    std::string core;  // name of the core
    /// Instructions of a run; nothing if they are not known.
    std::optional<std::int64_t> instructions;
    /// Cycles of the cycle model; nothing if they are not known.
    std::optional<std::int64_t> cycles;
    std::vector<std::optional<std::int64_t>> steps;  // instructions of each step
    int error_percent = 0;        // for whole models, estimates are within this of counts in QEMU
    std::string cycle_model;      // core of the cycle model; empty: none
    int cycle_error_percent = 0;  // error of the cycle model itself; 0: none is known
    std::string reason;           // why instructions are not known
    machine_code_estimate machine_code;  // bytes of machine code
};

/// Estimates costs on the core with that name, as boards or --core say it; empty: none was named.
cost_estimate estimate_cost(const lowered_model& model, const owned_plan& plan,
                            const std::string& core, tigris::backend backend);

/// Tells plans apart by the cycles of a run, or by its instructions where there is no model of
/// cycles. It knows models whose kernels are in the table of the options' core; where no core is
/// named, in that of find_likely_table.
model_clock clock_for(const options& options);

}  // namespace onnx2hpp
