// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries linear_operators() {
    return {
        {.type = "ai.onnx.ml.LinearClassifier",
         .versions = {{.since = {1},
                       .outputs = 2,
                       .attributes = {integers("classlabels_ints"), texts("classlabels_strings"),
                                      required(reals("coefficients")), reals("intercepts"),
                                      integer("multi_class"), text("post_transform")}}},
         .expand = expand_linear_classifier},
        {.type = "ai.onnx.ml.LinearRegressor",
         .versions = {{.since = {1},
                       .attributes = {reals("coefficients"), reals("intercepts"),
                                      text("post_transform"), integer("targets")}}},
         .expand = expand_linear_regressor},
        {.type = "ai.onnx.ml.ArrayFeatureExtractor",
         .versions = {{.since = {1}, .inputs = {2, 2}}},
         .expand = expand_array_feature_extractor},
        {.type = "ai.onnx.ml.Binarizer",
         .versions = {{.since = {1}, .attributes = {real("threshold")}}},
         .expand = expand_binarizer},
        {.type = "ai.onnx.ml.Normalizer",
         .versions = {{.since = {1}, .attributes = {text("norm")}}},
         .expand = expand_normalizer},
        {.type = "ai.onnx.ml.Scaler",
         .versions = {{.since = {1}, .attributes = {reals("offset"), reals("scale")}}},
         .expand = expand_scaler},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
