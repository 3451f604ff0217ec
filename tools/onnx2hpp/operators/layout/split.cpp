// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries split_operators() {
    return {
        {.type = "Split",
         .versions = {{.since = {2, 11},
                       .outputs = any_number,
                       .attributes = {integer("axis"), integers("split")}},
                      {.since = {13},
                       .inputs = {1, 2},
                       .outputs = any_number,
                       .attributes = {integer("axis")}},
                      {.since = {18},
                       .inputs = {1, 2},
                       .outputs = any_number,
                       .attributes = {integer("axis"), integer("num_outputs")}}},
         .expand = expand_split},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
