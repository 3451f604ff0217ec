// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries lp_normalization_operators() {
    return {
        {.type = "LpNormalization",
         .versions = {{.since = {1, 22}, .attributes = {integer("axis"), integer("p")}}},
         .expand = expand_lp_normalization},
        {.type = "MeanVarianceNormalization",
         .versions = {{.since = {9, 13}, .attributes = {integers("axes")}}},
         .expand = expand_mean_variance_normalization},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
