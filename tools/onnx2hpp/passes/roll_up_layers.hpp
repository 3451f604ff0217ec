// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Recurrent layers that an exporter wrote out step by step.

#include <onnx2hpp/onnx_model.hpp>

namespace onnx2hpp {

/// Steps of an LSTM, GRU or RNN, one after the other, become one layer: PyTorch's newer exporter
/// writes layers so, and traced loops over cells look like this. Steps begin with zeros or with
/// states that the model computes or gets.
void roll_up_layers(onnx_model& m);

}  // namespace onnx2hpp
