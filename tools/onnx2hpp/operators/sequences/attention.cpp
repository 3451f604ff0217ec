// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries attention_operators() {
    return {
        {.type = "Attention",
         .versions =
             {{.since = {23},
               .inputs = {3, 6},
               .outputs = 4,
               .attributes = {integer("is_causal"), integer("kv_num_heads"), integer("q_num_heads"),
                              integer("qk_matmul_output_mode"), real("scale"), real("softcap"),
                              integer("softmax_precision")}},
              {.since = {24},
               .inputs = {3, 7},
               .outputs = 4,
               .attributes = {integer("is_causal"), integer("kv_num_heads"), integer("q_num_heads"),
                              integer("qk_matmul_output_mode"), real("scale"), real("softcap"),
                              integer("softmax_precision")}},
              {.since = {25},
               .inputs = {3, 7},
               .outputs = 4,
               .attributes = {integer("is_causal"), integer("kv_num_heads"),
                              integer("left_window_size"), integer("q_num_heads"),
                              integer("qk_matmul_output_mode"), integer("right_window_size"),
                              real("scale"), real("softcap"), integer("softmax_precision")}}},
         .expand = expand_attention},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
