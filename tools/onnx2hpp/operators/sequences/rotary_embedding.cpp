// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries rotary_embedding_operators() {
    return {
        {.type = "RotaryEmbedding",
         .versions = {{.since = {23},
                       .inputs = {3, 4},
                       .attributes = {integer("interleaved"), integer("num_heads"),
                                      integer("rotary_embedding_dim")}}},
         .expand = expand_rotary_embedding},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
