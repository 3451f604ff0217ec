// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries losses_operators() {
    return {
        {.type = "NegativeLogLikelihoodLoss",
         .versions = {{.since = {12, 13, 22},
                       .inputs = {2, 3},
                       .attributes = {integer("ignore_index"), text("reduction")}}},
         .expand = expand_negative_log_likelihood_loss},
        {.type = "SoftmaxCrossEntropyLoss",
         .versions = {{.since = {12, 13},
                       .inputs = {2, 3},
                       .outputs = 2,
                       .attributes = {integer("ignore_index"), text("reduction")}}},
         .expand = expand_softmax_cross_entropy_loss},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
