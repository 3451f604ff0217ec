// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries concat_operators() {
    return {
        {.type = "Concat",
         .versions = {{.since = {4, 11, 13},
                       .inputs = {1, any_number},
                       .attributes = {required(integer("axis"))}}},
         .shape = shape_concat,
         .evaluate = evaluate_concat,
         .lower = lower_concat},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
