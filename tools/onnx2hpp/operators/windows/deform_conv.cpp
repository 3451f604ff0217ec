// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries deform_conv_operators() {
    return {
        {.type = "DeformConv",
         .versions = {{.since = {19, 22},
                       .inputs = {3, 5},
                       .attributes = {integers("dilations"), integer("group"),
                                      integers("kernel_shape"), integer("offset_group"),
                                      integers("pads"), integers("strides")}}},
         .shape = shape_deform_conv,
         .lower = lower_deform_conv},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
