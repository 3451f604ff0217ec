// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/lower/rules.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

namespace onnx2hpp {

namespace operators {

operator_entries recurrent_operators() {
    return {
        {.type = "LSTM",
         .versions = {{.since = {1},
                       .inputs = {3, 8},
                       .outputs = 3,
                       .attributes = {reals("activation_alpha"), reals("activation_beta"),
                                      texts("activations"), real("clip"), text("direction"),
                                      integer("hidden_size"), integer("input_forget"),
                                      integer("output_sequence")}},
                      {.since = {7},
                       .inputs = {3, 8},
                       .outputs = 3,
                       .attributes = {reals("activation_alpha"), reals("activation_beta"),
                                      texts("activations"), real("clip"), text("direction"),
                                      integer("hidden_size"), integer("input_forget")}},
                      {.since = {14, 22},
                       .inputs = {3, 8},
                       .outputs = 3,
                       .attributes = {reals("activation_alpha"), reals("activation_beta"),
                                      texts("activations"), real("clip"), text("direction"),
                                      integer("hidden_size"), integer("input_forget"),
                                      integer("layout")}}},
         .expand = expand_recurrent},
        {.type = "GRU",
         .versions = {{.since = {3},
                       .inputs = {3, 6},
                       .outputs = 2,
                       .attributes = {reals("activation_alpha"), reals("activation_beta"),
                                      texts("activations"), real("clip"), text("direction"),
                                      integer("hidden_size"), integer("linear_before_reset"),
                                      integer("output_sequence")}},
                      {.since = {7},
                       .inputs = {3, 6},
                       .outputs = 2,
                       .attributes = {reals("activation_alpha"), reals("activation_beta"),
                                      texts("activations"), real("clip"), text("direction"),
                                      integer("hidden_size"), integer("linear_before_reset")}},
                      {.since = {14, 22},
                       .inputs = {3, 6},
                       .outputs = 2,
                       .attributes = {reals("activation_alpha"), reals("activation_beta"),
                                      texts("activations"), real("clip"), text("direction"),
                                      integer("hidden_size"), integer("layout"),
                                      integer("linear_before_reset")}}},
         .expand = expand_recurrent},
        {.type = "RNN",
         .versions = {{.since = {1},
                       .inputs = {3, 6},
                       .outputs = 2,
                       .attributes = {reals("activation_alpha"), reals("activation_beta"),
                                      texts("activations"), real("clip"), text("direction"),
                                      integer("hidden_size"), integer("output_sequence")}},
                      {.since = {7},
                       .inputs = {3, 6},
                       .outputs = 2,
                       .attributes = {reals("activation_alpha"), reals("activation_beta"),
                                      texts("activations"), real("clip"), text("direction"),
                                      integer("hidden_size")}},
                      {.since = {14, 22},
                       .inputs = {3, 6},
                       .outputs = 2,
                       .attributes = {reals("activation_alpha"), reals("activation_beta"),
                                      texts("activations"), real("clip"), text("direction"),
                                      integer("hidden_size"), integer("layout")}}},
         .expand = expand_recurrent},
        {.type = "LSTMParts", .shape = shape_recurrent, .lower = lower_recurrent},
        {.type = "GRUParts", .shape = shape_recurrent, .lower = lower_recurrent},
        {.type = "RNNParts", .shape = shape_recurrent, .lower = lower_recurrent},
    };
}

}  // namespace operators
}  // namespace onnx2hpp
