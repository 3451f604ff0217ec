// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The operands of a step as the library's facts and records take them.

#include <onnx2hpp/lowered_model.hpp>
#include <tigris/model/node.hpp>

#include <cstdint>
#include <vector>

namespace onnx2hpp {

/// Numbers of a step's tensors: outputs after inputs.
inline std::vector<std::int16_t> edges_of(const lowered_node& step) {
    std::vector<std::int16_t> edges(step.inputs.begin(), step.inputs.end());
    edges.insert(edges.end(), step.outputs.begin(), step.outputs.end());
    return edges;
}

/// Looks at the model's tensors and at the step's edges.
inline tigris::operands operands_of(const lowered_model& model, const lowered_node& step,
                                    const std::vector<std::int16_t>& edges) {
    return {{model.tensors.data(), int(model.tensors.size())},
            edges.data(),
            edges.data() + step.inputs.size(),
            int(step.inputs.size()),
            int(step.outputs.size())};
}

}  // namespace onnx2hpp
