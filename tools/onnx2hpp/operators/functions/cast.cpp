// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries cast_operators() {
    return {
        {.type = "Cast",
         .versions =
             {{.since = {6, 9, 13}, .attributes = {required(integer("to"))}},
              {.since = {19, 21, 23}, .attributes = {integer("saturate"), required(integer("to"))}},
              {.since = {24, 25},
               .attributes = {text("round_mode"), integer("saturate"), required(integer("to"))}}},
         .shape = shape_cast,
         .expand = expand_cast,
         .evaluate = evaluate_cast,
         .lower = lower_convert},
        {.type = "CastLike",
         .versions = {{.since = {15}, .inputs = {2, 2}},
                      {.since = {19, 21, 23},
                       .inputs = {2, 2},
                       .attributes = {integer("saturate")}},
                      {.since = {24, 25},
                       .inputs = {2, 2},
                       .attributes = {text("round_mode"), integer("saturate")}}},
         .expand = expand_cast_like},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
