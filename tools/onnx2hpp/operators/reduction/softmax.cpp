// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries softmax_operators() {
    return {
        {.type = "Softmax",
         .versions = {{.since = {1, 11, 13}, .attributes = {integer("axis")}}},
         .shape = shape_softmax,
         .lower = lower_softmax},
        {.type = "LogSoftmax",
         .versions = {{.since = {1, 11, 13}, .attributes = {integer("axis")}}},
         .shape = shape_softmax,
         .lower = lower_softmax},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
