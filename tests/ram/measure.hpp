// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the tool makes of a network for a target.

#include "limits.hpp"

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/plan/planner.hpp>

namespace ram {

/// `bytes` is what the row asks for: fast memory, or traffic with slow memory. `total_bytes` are
/// both arenas with the inputs and outputs in the caller's memory. `model` has the second passes
/// that the plan is for.
struct measured {
    std::int64_t bytes = 0;
    std::int64_t total_bytes = 0;
    double recomputed_percent = 0;
    double milliseconds = 0;
    onnx2hpp::lowered_model model;
    onnx2hpp::owned_plan plan;
};

/// Tensors are aligned to 4 bytes. Nothing where no plan fits.
std::optional<measured> measure(const onnx2hpp::lowered_model& model, const limit& row,
                                tigris::backend backend);

}  // namespace ram
