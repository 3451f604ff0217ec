// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the machine code of a plan takes, from the core's cost table.

#include <onnx2hpp/costs/cost_table.hpp>
#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/plan/planner.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace onnx2hpp {

/// Bytes of kernels and of what calls them, compiled with -O2 for optimize::balanced; or why they
/// are not known. Firmware of whole models is within `error_percent`.
struct machine_code_estimate {
    std::optional<std::int64_t> bytes;
    int error_percent = 0;
    std::string reason;
};

machine_code_estimate estimate_machine_code(const cost_table& table, const lowered_model& model,
                                            const owned_plan& plan);

}  // namespace onnx2hpp
