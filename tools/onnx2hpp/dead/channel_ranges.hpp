// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which codes each channel of each tensor can hold, whatever the model's inputs are.

#include <onnx2hpp/dead/interval.hpp>
#include <onnx2hpp/lowered_model.hpp>

#include <vector>

namespace onnx2hpp {

/// An interval for each channel of each tensor; none for tensors that do not hold codes.
using channel_ranges = std::vector<std::vector<interval>>;

/// Forward through the steps, under both roundings. Exact for a layer alone; channels count as
/// independent of each other.
channel_ranges ranges_of(const lowered_model& model);

}  // namespace onnx2hpp
