// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries layer_normalization_operators() {
    return {
        {.type = "LayerNormalization",
         .versions = {{.since = {1, 17},
                       .inputs = {2, 3},
                       .outputs = 3,
                       .attributes = {integer("axis"), real("epsilon"), integer("stash_type")}}},
         .expand = expand_layer_normalization},
        {.type = "RMSNormalization",
         .versions = {{.since = {23},
                       .inputs = {2, 2},
                       .attributes = {integer("axis"), real("epsilon"), integer("stash_type")}}},
         .expand = expand_rms_normalization},
        {.type = "SimplifiedLayerNormalization",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .outputs = 2,
                       .attributes = {integer("axis"), real("epsilon"), integer("stash_type")}}},
         .expand = expand_simplified_layer_normalization},
        {.type = "com.microsoft.SimplifiedLayerNormalization",
         .versions = {{.since = {1},
                       .inputs = {2, 2},
                       .outputs = 2,
                       .attributes = {integer("axis"), real("epsilon"), integer("stash_type")}}},
         .expand = expand_simplified_layer_normalization},
        {.type = "com.microsoft.SkipLayerNormalization",
         .versions =
             {{.since = {1}, .inputs = {3, 5}, .outputs = 4, .attributes = {real("epsilon")}}},
         .expand = expand_skip_layer_normalization},
        {.type = "com.microsoft.SkipSimplifiedLayerNormalization",
         .versions =
             {{.since = {1}, .inputs = {3, 4}, .outputs = 4, .attributes = {real("epsilon")}}},
         .expand = expand_skip_simplified_layer_normalization},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
