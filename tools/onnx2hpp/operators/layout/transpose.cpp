// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries transpose_operators() {
    return {
        {.type = "Transpose",
         .versions = {{.since = {1, 13, 21, 23, 24, 25}, .attributes = {integers("perm")}}},
         .shape = shape_transpose,
         .evaluate = evaluate_transpose,
         .lower = lower_transpose},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
