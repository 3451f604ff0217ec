// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries dynamic_quantize_linear_operators() {
    return {
        {.type = "DynamicQuantizeLinear",
         .versions = {{.since = {11}, .outputs = 3}},
         .expand = expand_dynamic_quantize_linear},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
