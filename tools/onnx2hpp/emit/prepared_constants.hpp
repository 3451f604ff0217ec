// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Prepared constants for a blob (tigris/execution/memory/prepared.hpp). The compiler cannot make
// them, because it cannot read the constants of a blob.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/plan/planner.hpp>

#include <cstddef>
#include <vector>

namespace onnx2hpp {

/// The prepared constants of a step.
struct prepared_constants {
    int step = 0;
    std::vector<std::byte> bytes;
};

/// The prepared constants that a plan reads, by steps. `stored`: the model with its constants as
/// they are written.
std::vector<prepared_constants> prepare_constants(const lowered_model& stored,
                                                  tigris::backend backend, const owned_plan& plan);

}  // namespace onnx2hpp
