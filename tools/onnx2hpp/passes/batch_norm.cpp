// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/passes/batch_norm.hpp>

#include <algorithm>
#include <cmath>

namespace onnx2hpp {
namespace {

/// Inputs 1 to 4: scale, bias, mean, variance.
bool has_constant_parameters(const onnx_model& m, const node& n) {
    return n.inputs.size() == 5 &&
           std::all_of(n.inputs.begin() + 1, n.inputs.end(), [&](value_id v) {
               return v != absent && m.values[static_cast<std::size_t>(v)].constant;
           });
}

std::vector<double> parameter(const onnx_model& m, const node& n, std::size_t slot) {
    return numbers_of(*m.values[static_cast<std::size_t>(n.inputs[slot])].constant);
}

}  // namespace

std::optional<per_channel_line> batch_norm_line(const onnx_model& m, const node& n) {
    if (n.op_type != "BatchNormalization" || !has_constant_parameters(m, n)) return {};
    if (integer_attribute(n, "training_mode", 0) != 0) return {};
    per_channel_line line{parameter(m, n, 1), parameter(m, n, 2)};
    const std::vector<double> mean = parameter(m, n, 3), variance = parameter(m, n, 4);
    const auto epsilon = static_cast<double>(real_attribute(n, "epsilon", 1e-5f));
    for (std::size_t c = 0; c < line.scale.size(); ++c) {
        line.scale[c] /= std::sqrt(variance[c] + epsilon);
        line.offset[c] -= mean[c] * line.scale[c];
    }
    return line;
}

}  // namespace onnx2hpp
