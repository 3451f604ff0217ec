// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Loops that are recurrent layers: LSTM, GRU or RNN, as exporters of Keras write them.

#include <onnx2hpp/expand/repeated.hpp>

#include <optional>

namespace onnx2hpp {

/// The outputs of a recurrent layer that does what the loop does, or nothing. Nothing is added
/// then.
std::optional<std::vector<value_id>> recurrent_outputs_of(expansion& e, const repeated& loop);

}  // namespace onnx2hpp
