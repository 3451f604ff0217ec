// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries prelu_operators() {
    return {
        {.type = "PRelu",
         .versions = {{.since = {6, 7, 9, 16}, .inputs = {2, 2}}},
         .shape = shape_prelu,
         .expand = expand_prelu,
         .lower = lower_binary,
         .binary = plain<binary_function::prelu>},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
