// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Constants as blocks of LZ4, one for each step.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/plan/planner.hpp>

#include <string>

namespace onnx2hpp {

/// The model with groups of constants packed, if the options ask for that.
///
/// * A group has constants of one step that no other step reads and that no rule places. The
///   largest come first, as many as a group may have.
/// * A group is kept if it gets smaller by 2 %. No group is kept if all together save less than 2 %
///   of the model's constants.
/// * All groups are decoded to the start of the prefix.
lowered_model with_packed_constants(lowered_model model, const options& options);

/// A packed model, with the groups that a segment of the plan needs together side by side. Groups
/// for which the prefix has no room stay as they are.
lowered_model with_groups_side_by_side(lowered_model model, const owned_plan& plan);

/// What was packed, in a sentence; empty where the options ask for nothing.
std::string describe_packing(const lowered_model& model, const options& options);

}  // namespace onnx2hpp
