// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/onnx/opsets.hpp>
#include <onnx2hpp/passes/label_depthwise.hpp>

namespace onnx2hpp {

void label_depthwise(onnx_model& m) {
    for (node& n : m.nodes) {
        if (n.op_type != "Conv") continue;
        const std::int64_t group = integer_attribute(n, "group", 1);
        const extents& input = m.values[static_cast<std::size_t>(n.inputs[0])].dims;
        if (group > 1 && input.size() > 1 && group == input[1])
            set_operator(n, "tigris.DepthwiseConv");
    }
}

}  // namespace onnx2hpp
