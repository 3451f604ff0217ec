// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries clip_operators() {
    return {
        {.type = "Clip",
         .versions = {{.since = {6}, .attributes = {real("max"), real("min")}},
                      {.since = {11, 12, 13}, .inputs = {1, 3}}},
         .shape = shape_clip,
         .expand = expand_clip,
         .evaluate = evaluate_clip,
         .lower = lower_convert},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
