// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which channels can go together.

#include <onnx2hpp/dead/channel_uses.hpp>

#include <vector>

namespace onnx2hpp {

/// The channels of each tensor that stay, in ascending order; at least one. Channels that steps tie
/// to each other go together or not at all; those of the model's inputs and outputs, and of tensors
/// that unknown steps read or make, stay. Of activations, as many stay that their number is a
/// `multiple`, if there are so many.
std::vector<std::vector<int>> kept_channels(const lowered_model& model, const channel_uses& uses,
                                            int multiple);

}  // namespace onnx2hpp
