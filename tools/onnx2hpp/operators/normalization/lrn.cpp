// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries lrn_operators() {
    return {
        {.type = "LRN",
         .versions = {{.since = {1, 13},
                       .attributes = {real("alpha"), real("beta"), real("bias"),
                                      required(integer("size"))}}},
         .shape = shape_lrn,
         .lower = lower_lrn},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
