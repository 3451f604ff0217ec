// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries arg_reduce_operators() {
    return {
        {.type = "ArgMax",
         .versions = {{.since = {1, 11}, .attributes = {integer("axis"), integer("keepdims")}},
                      {.since = {12, 13},
                       .attributes = {integer("axis"), integer("keepdims"),
                                      integer("select_last_index")}}},
         .shape = shape_arg_reduce,
         .lower = lower_arg_reduce},
        {.type = "ArgMin",
         .versions = {{.since = {1, 11}, .attributes = {integer("axis"), integer("keepdims")}},
                      {.since = {12, 13},
                       .attributes = {integer("axis"), integer("keepdims"),
                                      integer("select_last_index")}}},
         .shape = shape_arg_reduce,
         .lower = lower_arg_reduce},
        {.type = "Hardmax",
         .versions = {{.since = {1, 11, 13}, .attributes = {integer("axis")}}},
         .expand = expand_hardmax},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
