// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// If only the last state of a recurrent layer is read, the layer keeps only that state.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Rewrites a forward LSTM, GRU or RNN so that it keeps one state instead of all. Its states may
/// pass through moves to a Slice or Gather of the last step.
void read_last_state(onnx_model& m);

}  // namespace onnx2hpp
