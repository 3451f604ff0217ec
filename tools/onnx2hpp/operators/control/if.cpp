// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries if_operators() {
    return {
        {.type = "If",
         .versions = {{.since = {1, 11, 13, 16, 19, 21, 23, 24, 25},
                       .inputs = {1, any_number},
                       .outputs = any_number}},
         .expand = expand_if},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
