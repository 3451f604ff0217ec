// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries causal_conv_with_state_operators() {
    return {
        {.type = "CausalConvWithState",
         .versions =
             {{.since = {27}, .inputs = {2, 4}, .outputs = 2, .attributes = {text("activation")}}},
         .expand = expand_causal_conv_with_state},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
