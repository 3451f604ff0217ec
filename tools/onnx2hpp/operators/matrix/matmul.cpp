// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries matmul_operators() {
    return {
        {.type = "MatMul",
         .versions = {{.since = {1, 9, 13}, .inputs = {2, 2}}},
         .shape = shape_matmul,
         .evaluate = evaluate_sum_of_nothing,
         .lower = lower_gemm},
        {.type = "com.microsoft.FusedMatMul",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .attributes = {real("alpha"), integer("transA"), integer("transB"),
                                      integer("transBatchA"), integer("transBatchB")}}},
         .expand = expand_fused_matmul},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
