// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model whose window of input rows moves by a few rows in each run.

#include <onnx2hpp/lowered_model.hpp>

#include <cstdint>
#include <optional>

namespace onnx2hpp {

/// `model` for runs that get `frames` new rows of its input and make the outputs of the newest
/// window.
///
/// * States keep earlier rows that are still needed (ops::slide).
/// * A step makes new rows, and rows that depend on padding. All other rows are rows of the window
///   before, moved up.
/// * A step that would save nothing makes all of its output again.
/// * An output of rows has only the new rows.
/// * If more than `most_kept` bytes of rows would be kept, some rows are computed again.
///
/// Throws failure(bad_input) for frames that do not suit, and for too few bytes. Throws
/// failure(unsupported) if a run would compute as much as without a stream.
lowered_model with_stream(lowered_model model, int frames,
                          std::optional<std::int64_t> most_kept = std::nullopt);

}  // namespace onnx2hpp
