// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a summary says, matter by matter. A matter without items is left out.

#include <onnx2hpp/show/analysis.hpp>
#include <onnx2hpp/show/matter.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace onnx2hpp {

// describe_model.cpp

/// "vww: 31 steps, 3.73 M multiply-accumulates (MACs), arm_dsp kernels", and `more` behind it.
std::string describe_model(const analysis& a, const std::string& more = "");

/// The caller's own inputs or outputs, without states: each has a line, up to two lines.
matter describe_inputs(const analysis& a);
matter describe_outputs(const analysis& a);

/// The first of them in one line, with the number of the others.
std::string describe_first_input(const analysis& a);
std::string describe_first_output(const analysis& a);

matter describe_stream(const analysis& a);
matter describe_states(const analysis& a);
matter describe_removed(const analysis& a);

// describe_kind.cpp

/// "streamed: 10 of 31 steps run row by row; nothing is computed twice"
std::string describe_kind(const analysis& a);
matter describe_workers(const analysis& a);

// describe_peak.cpp

/// Who holds memory at the peak. Rules of placement need whole names: a long one has a line of its
/// own.
matter describe_peak(const analysis& a);

// describe_alternatives.cpp

/// What would change memory, under that title: "less", "I/O" or "more".
matter describe_alternatives(const analysis& a, std::string_view title);

// describe_findings.cpp

/// What is worth knowing.
matter describe_findings(const analysis& a);

}  // namespace onnx2hpp
