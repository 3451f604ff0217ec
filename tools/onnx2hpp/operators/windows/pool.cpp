// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries pool_operators() {
    return {
        {.type = "AveragePool",
         .versions =
             {{.since = {1},
               .attributes = {text("auto_pad"), required(integers("kernel_shape")),
                              integers("pads"), integers("strides")}},
              {.since = {7},
               .attributes = {text("auto_pad"), integer("count_include_pad"),
                              required(integers("kernel_shape")), integers("pads"),
                              integers("strides")}},
              {.since = {10, 11},
               .attributes = {text("auto_pad"), integer("ceil_mode"), integer("count_include_pad"),
                              required(integers("kernel_shape")), integers("pads"),
                              integers("strides")}},
              {.since = {19, 22},
               .attributes = {text("auto_pad"), integer("ceil_mode"), integer("count_include_pad"),
                              integers("dilations"), required(integers("kernel_shape")),
                              integers("pads"), integers("strides")}}},
         .shape = shape_average_pool,
         .lower = lower_pool},
        {.type = "GlobalAveragePool",
         .versions = {{.since = {1, 22}}},
         .shape = shape_global_average_pool,
         .expand = expand_global_average_pool,
         .lower = lower_global_average_pool},
        {.type = "MaxPool",
         .versions = {{.since = {1},
                       .attributes = {text("auto_pad"), required(integers("kernel_shape")),
                                      integers("pads"), integers("strides")}},
                      {.since = {8},
                       .outputs = 2,
                       .attributes = {text("auto_pad"), required(integers("kernel_shape")),
                                      integers("pads"), integer("storage_order"),
                                      integers("strides")}},
                      {.since = {10, 11, 12, 22},
                       .outputs = 2,
                       .attributes = {text("auto_pad"), integer("ceil_mode"), integers("dilations"),
                                      required(integers("kernel_shape")), integers("pads"),
                                      integer("storage_order"), integers("strides")}}},
         .shape = shape_max_pool,
         .expand = expand_max_pool,
         .lower = lower_pool},
        {.type = "MaxPoolIndices", .shape = shape_max_pool_indices, .lower = lower_pool_nd},
        {.type = "GlobalMaxPool",
         .versions = {{.since = {1, 22}}},
         .expand = expand_global_max_pool},
        {.type = "LpPool",
         .versions = {{.since = {2, 11},
                       .attributes = {text("auto_pad"), required(integers("kernel_shape")),
                                      integer("p"), integers("pads"), integers("strides")}},
                      {.since = {18, 22},
                       .attributes = {text("auto_pad"), integer("ceil_mode"), integers("dilations"),
                                      required(integers("kernel_shape")), integer("p"),
                                      integers("pads"), integers("strides")}}},
         .shape = shape_lp_pool,
         .lower = lower_pool_nd},
        {.type = "GlobalLpPool",
         .versions = {{.since = {2, 22}, .attributes = {integer("p")}}},
         .expand = expand_global_lp_pool},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
