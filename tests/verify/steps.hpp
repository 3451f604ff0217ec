// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Judges each step alone: compares what it made with the reference, then puts the reference in its
// place.

#include "array.hpp"
#include "compare.hpp"
#include "model_under_test.hpp"

#include <map>
#include <set>
#include <string>

namespace verify {

/// Sums over the outputs of one kind of step.
struct step_totals {
    std::int64_t steps = 0;
    std::int64_t values = 0;
    std::int64_t equal = 0;
    double largest = 0;
    bool within = true;
    bool in_lsb = false;
};

/// By kind of step, floats apart from quantized tensors ("softmax (float)"); names of tensors that
/// have no reference, and of the one whose difference is the worst.
struct step_report {
    std::map<std::string, step_totals> kinds;
    std::set<std::string> without_reference;
    std::string worst_tensor;
    double worst_excess = 0;
};

/// Runs the model once under observation. Its inputs are in their buffers; `references` are tensors
/// by ONNX name. No value may differ by more than 1 LSB, or a float's tolerance.
void run_steps(const model_under_test& model, const std::map<std::string, array>& references,
               step_report& report);

}  // namespace verify
