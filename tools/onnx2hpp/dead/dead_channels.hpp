// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Channels that cannot change an output of the model.

#include <onnx2hpp/lowered_model.hpp>
#include <tigris/model/backend.hpp>

namespace onnx2hpp {

/// The same outputs, byte by byte, for every input and under both roundings, from fewer channels.
///
/// Of layers of codes (conv, depthwise_conv, gemm): a channel that is one code for every input
/// moves into the next layer's bias, and a channel that no output depends on disappears. Both go
/// together with the channels that pools, sums, activations and concats tie to them. A channel that
/// has to stay gets products of 0, and a bias and a scale that make its code. A channel that is
/// constant, but not the zero point, stays in front of a layer with a border.
///
/// Where weights vary, all channels stay. Else so many stay of a tensor that their number is a
/// `multiple`, if it had so many. `removed` of the result says what went. A second run changes
/// nothing.
lowered_model without_dead_channels(lowered_model model, int multiple = 1);

/// The multiple with which the kernels of a backend take the least time.
int channel_multiple(tigris::backend backend);

}  // namespace onnx2hpp
