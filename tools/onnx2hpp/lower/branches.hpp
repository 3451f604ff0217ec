// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which of several branches runs first.

#include <onnx2hpp/lower/depth_first.hpp>
#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Sorts the readers of each node, so that depth_first runs branches in the order that takes least
/// memory. Of two branches, the one to run first needs much memory while it runs, and has a small
/// result. A branch is all that one reader leads to and no other reader does. Equal branches keep
/// their order. The last list has the nodes that read no other node. Source: R. Sethi and J. D.
/// Ullman, The Generation of Optimal Code for Arithmetic Expressions, 1970, for results of one
/// size.
void sort_branches(const onnx_model& m, reader_lists& readers);

}  // namespace onnx2hpp
