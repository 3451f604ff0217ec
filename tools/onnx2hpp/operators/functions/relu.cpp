// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries relu_operators() {
    return {
        {.type = "Relu",
         .versions = {{.since = {6, 13, 14}}},
         .shape = shape_relu,
         .expand = expand_relu,
         .lower = lower_convert},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
