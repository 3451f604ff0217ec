// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries labels_operators() {
    return {
        {.type = "ai.onnx.ml.LabelEncoder",
         .versions = {{.since = {1},
                       .attributes = {texts("classes_strings"), integer("default_int64"),
                                      text("default_string")}},
                      {.since = {2},
                       .attributes = {real("default_float"), integer("default_int64"),
                                      text("default_string"), reals("keys_floats"),
                                      integers("keys_int64s"), texts("keys_strings"),
                                      reals("values_floats"), integers("values_int64s"),
                                      texts("values_strings")}},
                      {.since = {4},
                       .attributes = {real("default_float"), integer("default_int64"),
                                      text("default_string"), any_tensor("default_tensor"),
                                      reals("keys_floats"), integers("keys_int64s"),
                                      texts("keys_strings"), any_tensor("keys_tensor"),
                                      reals("values_floats"), integers("values_int64s"),
                                      texts("values_strings"), any_tensor("values_tensor")}}},
         .expand = expand_label_encoder},
        {.type = "ai.onnx.ml.ZipMap",
         .versions = {{.since = {1},
                       .attributes = {integers("classlabels_int64s"),
                                      texts("classlabels_strings")}}},
         .expand = expand_zip_map},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
