// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries bit_cast_operators() {
    return {
        {.type = "BitCast",
         .versions = {{.since = {26}, .attributes = {required(integer("to"))}}},
         .shape = shape_bit_cast,
         .evaluate = evaluate_bit_cast,
         .lower = lower_bit_cast},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
