// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries shape_operators() {
    return {
        {.type = "Shape",
         .versions = {{.since = {1, 13}},
                      {.since = {15, 19, 21, 23, 24, 25},
                       .attributes = {integer("end"), integer("start")}}},
         .expand = expand_shape},
        {.type = "Size",
         .versions = {{.since = {1, 13, 19, 21, 23, 24, 25}}},
         .expand = expand_size},
        {.type = "EyeLike",
         .versions = {{.since = {9, 22}, .attributes = {integer("dtype"), integer("k")}}},
         .expand = expand_eye_like},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
