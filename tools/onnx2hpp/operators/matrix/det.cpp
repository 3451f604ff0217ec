// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries det_operators() {
    return {
        {.type = "Det", .versions = {{.since = {11, 22}}}, .expand = expand_det},
        {.type = "Pivots", .shape = shape_pivots, .lower = lower_pivots},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
