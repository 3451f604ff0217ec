// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/load/shape_rules.hpp>

namespace onnx2hpp {

/// Internal: [rows, targets], as ops::tree_ensemble says. What makes the node checks the rest.
void shape_trees(shape_context& c) {
    c.set_output(tigris::dtype::f32, {c.input(0).dims[0], integer_attribute(c.at, "targets", 1)});
}

}  // namespace onnx2hpp
