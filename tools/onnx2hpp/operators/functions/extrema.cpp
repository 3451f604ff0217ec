// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/rules.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/functions/plain.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries extrema_operators() {
    return {
        {.type = "Max",
         .versions = {{.since = {6, 8, 12, 13}, .inputs = {1, any_number}}},
         .shape = shape_binary,
         .expand = expand_extremum,
         .evaluate = evaluate_max,
         .lower = lower_binary,
         .binary = plain<binary_function::maximum>},
        {.type = "Min",
         .versions = {{.since = {6, 8, 12, 13}, .inputs = {1, any_number}}},
         .shape = shape_binary,
         .expand = expand_extremum,
         .evaluate = evaluate_min,
         .lower = lower_binary,
         .binary = plain<binary_function::minimum>},
        {.type = "Mean",
         .versions = {{.since = {6, 8, 13}, .inputs = {1, any_number}}},
         .expand = expand_mean},
        {.type = "Sum",
         .versions = {{.since = {6, 8, 13}, .inputs = {1, any_number}}},
         .expand = expand_sum,
         .evaluate = evaluate_sum},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
