// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries linear_attention_operators() {
    return {
        {.type = "LinearAttention",
         .versions = {{.since = {27},
                       .inputs = {3, 6},
                       .outputs = 2,
                       .attributes = {integer("chunk_size"), integer("kv_num_heads"),
                                      integer("q_num_heads"), real("scale"), text("update_rule")}}},
         .expand = expand_linear_attention},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
