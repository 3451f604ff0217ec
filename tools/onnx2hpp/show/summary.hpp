// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a plan comes to, in a few lines of at most 100 columns.

#include <onnx2hpp/show/analysis.hpp>
#include <onnx2hpp/show/matter.hpp>

#include <string>

namespace onnx2hpp {

/// A summary of a plan: the model, its inputs and outputs; what the plan takes of each memory; the
/// kind of plan; who holds memory at the peak; alternatives; notes. At most most_summary_lines.
/// `colored`: bars have the colors of a terminal.
std::string to_summary(const analysis& a, bool colored);

/// The lines that a conversion prints: model, input, output, memory, plan, and a call to paste.
std::string to_short_summary(const analysis& a);

/// "11844 bytes (8336 less): the smallest plan without a search, +15 % MACs"
std::string describe_alternative(const analysis& a, const alternative& other);

}  // namespace onnx2hpp
