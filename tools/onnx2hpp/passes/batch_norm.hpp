// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// BatchNormalization at inference: a straight line for each channel.

#include <onnx2hpp/onnx_model.hpp>

#include <optional>
#include <vector>

namespace onnx2hpp {

/// y = scale[c] * x + offset[c].
struct per_channel_line {
    std::vector<double> scale;
    std::vector<double> offset;
};

/// The line of a BatchNormalization with constant parameters. Nothing for any other node and for
/// training mode. Source: ONNX BatchNormalization-15.
std::optional<per_channel_line> batch_norm_line(const onnx_model& m, const node& n);

}  // namespace onnx2hpp
