// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Whether a model computes the same bytes for each target as without a budget.

#include "model_under_test.hpp"

#include <string>
#include <vector>

namespace verify {

/// Runs the model for every target that it fits, from the inputs in its input buffers, and compares
/// with its output buffers. `complaints` has a sentence for each target, empty as long as all was
/// well; what is first found wrong stays. `set` is named in it.
void run_targets(const model_under_test& model, const std::string& set,
                 std::vector<std::string>& complaints);

}  // namespace verify
