// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Channels that cannot change an output of the model.

#include <onnx2hpp/lowered_model.hpp>
#include <tigris/model/backend.hpp>

namespace onnx2hpp {

/// A model with fewer channels and the outputs of `model`, byte by byte, for every input and under
/// both roundings.
lowered_model without_dead_channels(lowered_model model, int multiple = 1);

/// The multiple with which the kernels of a backend take the least time.
int channel_multiple(tigris::backend backend);

}  // namespace onnx2hpp
