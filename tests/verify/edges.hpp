// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What lies behind a float input or output of a quantized graph, and which steps have rules of
// their own.

#include <tigris/model/graph.hpp>

#include <string>

namespace verify {

/// The tensor's own quantization; for a float input that of the step that quantizes it, for a float
/// output that of the tensor which a step dequantizes to it, seen through steps that only move
/// elements. Scale 0 where there is none.
tigris::quantization quantization_behind(const tigris::graph_view& graph, int tensor);

/// Whether a step computes nothing: its output is its input's memory, in its input's order.
bool is_alias(const tigris::graph_view& graph, int step);

/// Whether a step moves its input's elements to other axes.
bool is_transpose(const tigris::graph_view& graph, int step);

/// `name`, or for conversions what they do: quantize_input, quantize, dequantize, requantize.
std::string kind_of(const tigris::graph_view& graph, int step, const char* name);

/// ONNX Runtime computes these in floats, whose ties round as they happen to fall.
bool is_counted_apart(const std::string& kind);

}  // namespace verify
