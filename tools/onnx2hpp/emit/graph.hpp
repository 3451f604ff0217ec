// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The graph and its attribute tables as members of the generated model.

#include <onnx2hpp/lowered_model.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace onnx2hpp {

/// Extents in memory order, separated by commas.
std::string spell_dims(const tigris::shape& dims);

/// The definitions of `graph` and `attributes`. Comments say which step or tensor stands where.
std::string spell_graph(const lowered_model& model);

/// The order that a header calls so, canonical where there is none.
tigris::weight_order weight_order_called(std::string_view name);

/// Names of all steps, in order.
std::vector<std::string> step_names(const lowered_model& model);

}  // namespace onnx2hpp
