// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// All states of a recurrent layer, of which only the last is read, become that one.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// A forward LSTM, GRU or RNN whose states pass through moves to a Slice or Gather of the last step
/// keeps one state instead of all.
void read_last_state(onnx_model& m);

}  // namespace onnx2hpp
