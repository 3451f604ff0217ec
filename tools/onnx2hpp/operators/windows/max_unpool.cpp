// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries max_unpool_operators() {
    return {
        {.type = "MaxUnpool",
         .versions = {{.since = {9, 11, 22},
                       .inputs = {2, 3},
                       .attributes = {required(integers("kernel_shape")), integers("pads"),
                                      integers("strides")}}},
         .shape = shape_max_unpool,
         .lower = lower_max_unpool},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
