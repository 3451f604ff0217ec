// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries grid_sample_operators() {
    return {
        {.type = "GridSample",
         .versions = {{.since = {16, 20, 22},
                       .inputs = {2, 2},
                       .attributes = {integer("align_corners"), text("mode"),
                                      text("padding_mode")}}},
         .shape = shape_grid_sample,
         .lower = lower_grid_sample},
        {.type = "AffineGrid",
         .versions = {{.since = {20}, .inputs = {2, 2}, .attributes = {integer("align_corners")}}},
         .expand = expand_affine_grid},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
