// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries group_normalization_operators() {
    return {
        {.type = "GroupNormalization",
         .versions = {{.since = {18},
                       .inputs = {3, 3},
                       .attributes = {real("epsilon"), required(integer("num_groups"))}},
                      {.since = {21},
                       .inputs = {3, 3},
                       .attributes = {real("epsilon"), required(integer("num_groups")),
                                      integer("stash_type")}}},
         .expand = expand_group_normalization},
        {.type = "InstanceNormalization",
         .versions = {{.since = {6, 22}, .inputs = {3, 3}, .attributes = {real("epsilon")}}},
         .expand = expand_instance_normalization},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
