// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries trees_operators() {
    return {
        {.type = "Trees", .shape = shape_trees, .lower = lower_trees},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
