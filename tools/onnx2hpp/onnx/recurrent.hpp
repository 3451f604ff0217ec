// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What an LSTM, GRU or RNN of any version does, with every default resolved.

#include <onnx2hpp/onnx_model.hpp>
#include <tigris/ops/recurrent.hpp>

namespace onnx2hpp {

/// Gates, direction, activations, clip and variants; what inputs there are and what is asked for
/// is left open. Throws failure(bad_input) for attributes that ONNX does not know,
/// failure(unsupported) where it does not say what they mean. Source: ONNX LSTM-22, GRU-22, RNN-22.
tigris::ops::recurrent recurrent_of(const node& n);

/// How many directions a recurrent layer has: 1 or 2.
std::int64_t directions_of(const node& n);

}  // namespace onnx2hpp
