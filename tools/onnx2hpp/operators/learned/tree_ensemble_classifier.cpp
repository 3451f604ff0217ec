// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries tree_ensemble_classifier_operators() {
    return {
        {.type = "ai.onnx.ml.TreeEnsembleClassifier",
         .versions = {{.since = {1},
                       .outputs = 2,
                       .attributes = {reals("base_values"), integers("class_ids"),
                                      integers("class_nodeids"), integers("class_treeids"),
                                      reals("class_weights"), integers("classlabels_int64s"),
                                      texts("classlabels_strings"), integers("nodes_falsenodeids"),
                                      integers("nodes_featureids"), reals("nodes_hitrates"),
                                      integers("nodes_missing_value_tracks_true"),
                                      texts("nodes_modes"), integers("nodes_nodeids"),
                                      integers("nodes_treeids"), integers("nodes_truenodeids"),
                                      reals("nodes_values"), text("post_transform")}},
                      {.since = {3, 5},
                       .outputs = 2,
                       .attributes = {reals("base_values"),
                                      doubles("base_values_as_tensor"),
                                      integers("class_ids"),
                                      integers("class_nodeids"),
                                      integers("class_treeids"),
                                      reals("class_weights"),
                                      doubles("class_weights_as_tensor"),
                                      integers("classlabels_int64s"),
                                      texts("classlabels_strings"),
                                      integers("nodes_falsenodeids"),
                                      integers("nodes_featureids"),
                                      reals("nodes_hitrates"),
                                      doubles("nodes_hitrates_as_tensor"),
                                      integers("nodes_missing_value_tracks_true"),
                                      texts("nodes_modes"),
                                      integers("nodes_nodeids"),
                                      integers("nodes_treeids"),
                                      integers("nodes_truenodeids"),
                                      reals("nodes_values"),
                                      doubles("nodes_values_as_tensor"),
                                      text("post_transform")}}},
         .expand = expand_tree_ensemble_classifier},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
