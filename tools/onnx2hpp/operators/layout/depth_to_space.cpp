// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries depth_to_space_operators() {
    return {
        {.type = "DepthToSpace",
         .versions = {{.since = {1}, .attributes = {required(integer("blocksize"))}},
                      {.since = {11, 13},
                       .attributes = {required(integer("blocksize")), text("mode")}}},
         .expand = expand_depth_to_space},
        {.type = "SpaceToDepth",
         .versions = {{.since = {1, 13}, .attributes = {required(integer("blocksize"))}}},
         .expand = expand_space_to_depth},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
