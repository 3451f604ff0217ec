// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries reverse_sequence_operators() {
    return {
        {.type = "ReverseSequence",
         .versions = {{.since = {10},
                       .inputs = {2, 2},
                       .attributes = {integer("batch_axis"), integer("time_axis")}}},
         .expand = expand_reverse_sequence},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
