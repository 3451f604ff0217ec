// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// From rules to regions of the board's map.

#include <onnx2hpp/options.hpp>
#include <onnx2hpp/placement/effective_rules.hpp>

namespace onnx2hpp {

/// The model with the places that options.rules ask for; unchanged without rules. Throws
/// failure(bad_input) if a rule names no memory of the board or no tensor, or wants tensors where
/// they cannot be:
///
/// * tensors that a run writes, in memory that is read-only or not addressable;
/// * tensors of the caller;
/// * states in two memories;
/// * constants in memory that is too small.
lowered_model with_places(lowered_model model, const model_names& names, const options& wanted);

/// The region where rules want a model's states, or -1.
int region_of_states(const lowered_model& model);

}  // namespace onnx2hpp
