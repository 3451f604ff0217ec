// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Steps that run on another backend's kernels, because the scratch of their own does not fit.

#include <onnx2hpp/plan/plan.hpp>

namespace onnx2hpp {

/// The options with which planners may take substitutes, or nothing where they may already, or the
/// backend names none for this model.
std::optional<options> with_substitutes(const lowered_model& model, const options& wanted);

/// A step of a plan, the kernel that it takes, and how much scratch its own wants for one row.
struct substituted_step {
    int step = 0;
    tigris::backend taken{};
    std::int64_t scratch_bytes = 0;
};

std::vector<substituted_step> substituted_steps(const lowered_model& model, const owned_plan& plan,
                                                tigris::backend backend);

/// A sentence for each of them.
std::vector<std::string> describe_substitutes(const lowered_model& model, const owned_plan& plan,
                                              tigris::backend backend);

}  // namespace onnx2hpp
