// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries gemm_operators() {
    return {
        {.type = "Gemm",
         .versions =
             {{.since = {6},
               .inputs = {3, 3},
               .attributes = {real("alpha"), real("beta"), integer("broadcast"), integer("transA"),
                              integer("transB")}},
              {.since = {7, 9},
               .inputs = {3, 3},
               .attributes = {real("alpha"), real("beta"), integer("transA"), integer("transB")}},
              {.since = {11, 13},
               .inputs = {2, 3},
               .attributes = {real("alpha"), real("beta"), integer("transA"), integer("transB")}}},
         .shape = shape_gemm,
         .lower = lower_gemm},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
