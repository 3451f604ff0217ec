// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries mel_weight_matrix_operators() {
    return {
        {.type = "MelWeightMatrix",
         .versions = {{.since = {17},
                       .inputs = {5, 5},
                       .attributes = {integer("output_datatype")}}},
         .expand = expand_mel_weight_matrix},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
