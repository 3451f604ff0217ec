// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which channels can change an output of the model.

#include <onnx2hpp/dead/channel_ranges.hpp>
#include <onnx2hpp/dead/layer.hpp>

#include <vector>

namespace onnx2hpp {

/// For each channel of each tensor, whether another code there could change an output. Always true
/// for tensors that do not hold codes, and for tensors that unknown steps read.
using channel_uses = std::vector<std::vector<bool>>;

/// Backward through the steps. Codes stay within `ranges`.
channel_uses uses_of(const lowered_model& model, const channel_ranges& ranges);

/// Whether an output's products need not be computed: it is constant, or nothing uses it.
bool is_flat(const layer& l, const lowered_node& n, int o, const channel_ranges& ranges,
             const channel_uses& uses);

/// Whether input i of a layer is one code at all places, borders included, which biases can hold.
bool is_foldable(const layer& l, interval input);

}  // namespace onnx2hpp
