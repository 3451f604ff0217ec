// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries tree_ensemble_operators() {
    return {
        {.type = "ai.onnx.ml.TreeEnsemble",
         .versions = {{.since = {5},
                       .attributes =
                           {integer("aggregate_function"), required(integers("leaf_targetids")),
                            required(doubles("leaf_weights")), doubles("membership_values"),
                            integer("n_targets"), required(integers("nodes_falseleafs")),
                            required(integers("nodes_falsenodeids")),
                            required(integers("nodes_featureids")), doubles("nodes_hitrates"),
                            integers("nodes_missing_value_tracks_true"),
                            required(any_tensor("nodes_modes")), required(doubles("nodes_splits")),
                            required(integers("nodes_trueleafs")),
                            required(integers("nodes_truenodeids")), integer("post_transform"),
                            required(integers("tree_roots"))}}},
         .expand = expand_tree_ensemble},
        {.type = "ai.onnx.ml.TreeEnsembleRegressor",
         .versions = {{.since = {1},
                       .attributes = {text("aggregate_function"), reals("base_values"),
                                      integer("n_targets"), integers("nodes_falsenodeids"),
                                      integers("nodes_featureids"), reals("nodes_hitrates"),
                                      integers("nodes_missing_value_tracks_true"),
                                      texts("nodes_modes"), integers("nodes_nodeids"),
                                      integers("nodes_treeids"), integers("nodes_truenodeids"),
                                      reals("nodes_values"), text("post_transform"),
                                      integers("target_ids"), integers("target_nodeids"),
                                      integers("target_treeids"), reals("target_weights")}},
                      {.since = {3, 5},
                       .attributes = {text("aggregate_function"),
                                      reals("base_values"),
                                      doubles("base_values_as_tensor"),
                                      integer("n_targets"),
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
                                      text("post_transform"),
                                      integers("target_ids"),
                                      integers("target_nodeids"),
                                      integers("target_treeids"),
                                      reals("target_weights"),
                                      doubles("target_weights_as_tensor")}}},
         .expand = expand_tree_ensemble_regressor},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
