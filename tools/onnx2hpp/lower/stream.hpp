// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model whose window of input rows moves by a few rows in each run.

#include <onnx2hpp/lowered_model.hpp>

namespace onnx2hpp {

/// The same model for runs that get `frames` new rows of its input and make the outputs of the
/// newest window. What earlier rows are needed for is kept in states (ops::slide). Steps make only
/// the rows that are new, where these are the rows of the window before, moved up. Steps that read
/// rows to the end of the window's padding, or all of them, make all of their output again. An
/// output of rows has only the new ones. Throws failure(bad_input) for frames that do not suit, and
/// failure(unsupported) where a run would compute as much as without.
lowered_model with_stream(lowered_model model, int frames);

}  // namespace onnx2hpp
