// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which channels can go together.

#include <onnx2hpp/dead/channel_uses.hpp>

#include <vector>

namespace onnx2hpp {

/// The channels of each tensor that stay, in ascending order; at least one.
///
/// * Channels that steps tie to each other are removed together, or not at all.
/// * All channels of the model's inputs and outputs stay, and of tensors that unknown steps read or
///   make.
/// * The number of channels of an activation is rounded up to a `multiple`, if the tensor has
///   enough channels.
std::vector<std::vector<int>> kept_channels(const lowered_model& model, const channel_uses& uses,
                                            int multiple);

}  // namespace onnx2hpp
