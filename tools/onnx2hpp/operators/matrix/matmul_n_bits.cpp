// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries matmul_n_bits_operators() {
    return {
        {.type = "com.microsoft.MatMulNBits",
         .versions = {{.since = {1},
                       .inputs = {3, 6},
                       .attributes = {required(integer("K")), required(integer("N")),
                                      integer("accuracy_level"), integer("bits"),
                                      required(integer("block_size"))}}},
         .expand = expand_matmul_n_bits},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
