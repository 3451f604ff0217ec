// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries trilu_operators() {
    return {
        {.type = "Trilu",
         .versions = {{.since = {14}, .inputs = {1, 2}, .attributes = {integer("upper")}}},
         .expand = expand_trilu},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
