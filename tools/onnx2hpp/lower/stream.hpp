// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model whose window of input rows moves by a few rows in each run.

#include <onnx2hpp/lowered_model.hpp>

#include <cstdint>
#include <optional>

namespace onnx2hpp {

/// `model` for runs that get `frames` new rows of its input and make the outputs of the newest
/// window. States keep what earlier rows are needed for (ops::slide). A step makes the rows that
/// are new, and rows that depend on padding. The other rows are rows of the window before, moved
/// up. Steps that would save nothing make all of their output again. An output of rows has only the
/// new ones. If more than `most_kept` bytes of rows would be kept, some are computed again. Throws
/// failure(bad_input) for frames that do not suit and too few bytes. Throws failure(unsupported)
/// where a run would compute as much as without.
lowered_model with_stream(lowered_model model, int frames,
                          std::optional<std::int64_t> most_kept = std::nullopt);

}  // namespace onnx2hpp
