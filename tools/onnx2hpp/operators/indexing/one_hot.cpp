// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries one_hot_operators() {
    return {
        {.type = "OneHot",
         .versions = {{.since = {9, 11}, .inputs = {3, 3}, .attributes = {integer("axis")}}},
         .expand = expand_one_hot},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
