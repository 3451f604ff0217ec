// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which of several branches runs first.

#include <onnx2hpp/lower/depth_first.hpp>
#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Sorts the readers of each node, so that depth_first runs first the branch that lets both get by
/// with less memory: of two branches the one that needs much while it runs and leaves little
/// behind. A branch is what one reader leads to and no other one does. Equal ones stay as they are.
/// The last list is of the nodes that read no other node. Source: R. Sethi and J. D. Ullman, The
/// Generation of Optimal Code for Arithmetic Expressions, 1970, for results of one size.
void sort_branches(const onnx_model& m, reader_lists& readers);

}  // namespace onnx2hpp
