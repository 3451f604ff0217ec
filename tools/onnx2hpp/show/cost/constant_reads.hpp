// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How often kernels read constants where they lie: some keep weights in registers or in working
// memory for many pixels.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/plan/planner.hpp>

#include <cstdint>

namespace onnx2hpp {

/// What a step reads of its constants in a run: bytes of its weights (input 1), and how often all
/// of each other constant.
struct constant_reads {
    std::int64_t weight_bytes = 0;
    std::int64_t rounds = 0;
};

/// How often the step's backend reads its constants. Requires a step with a task. Unknown kernels
/// read a weight for each multiply-accumulate, and other constants once per call. Assumes that
/// cores with the DSP extension have floating-point registers, and that programs are not compiled
/// for size.
constant_reads constant_reads_of(const lowered_model& model, const owned_plan& plan, int step);

}  // namespace onnx2hpp
