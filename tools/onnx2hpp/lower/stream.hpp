// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model whose window of input rows moves by a few rows in each run.

#include <onnx2hpp/lowered_model.hpp>

#include <cstdint>
#include <optional>

namespace onnx2hpp {

/// The same model for runs that get `frames` new rows of its input and make the outputs of the
/// newest window. What earlier rows are needed for is kept in states (ops::slide). Steps make the
/// rows that are new, where the others are rows of the window before, moved up, and those that
/// depend on padding. Steps that would save nothing make all of their output again. An output of
/// rows has only the new ones. If more than `most_kept` bytes of rows would be kept, some are
/// computed again. Throws failure(bad_input) for frames that do not suit and too few bytes, and
/// failure(unsupported) where a run would compute as much as without.
lowered_model with_stream(lowered_model model, int frames,
                          std::optional<std::int64_t> most_kept = std::nullopt);

}  // namespace onnx2hpp
