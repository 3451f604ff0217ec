// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Trees as a node of the tool's own, Trees: an ensemble's attributes, and its tables as inputs.

#include <onnx2hpp/onnx_model.hpp>
#include <tigris/ops/tree_ensemble.hpp>

namespace onnx2hpp {

/// The attributes of a node Trees, and back.
std::map<std::string, attribute> attributes_of(const tigris::ops::tree_ensemble& op);
tigris::ops::tree_ensemble tree_ensemble_of(const node& n);

}  // namespace onnx2hpp
