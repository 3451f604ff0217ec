// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries einsum_operators() {
    return {
        {.type = "Einsum",
         .versions = {{.since = {12},
                       .inputs = {1, any_number},
                       .attributes = {required(text("equation"))}}},
         .expand = expand_einsum},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
