// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries where_operators() {
    return {
        {.type = "Where",
         .versions = {{.since = {9, 16}, .inputs = {3, 3}}},
         .shape = shape_where,
         .evaluate = evaluate_where,
         .lower = lower_select},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
