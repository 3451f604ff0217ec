// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries col2im_operators() {
    return {
        {.type = "Col2Im",
         .versions = {{.since = {18},
                       .inputs = {3, 3},
                       .attributes = {integers("dilations"), integers("pads"),
                                      integers("strides")}}},
         .shape = shape_col2im,
         .lower = lower_col2im},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
