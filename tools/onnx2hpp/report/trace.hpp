// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A run as a trace, which Perfetto (https://ui.perfetto.dev) and Chrome's about:tracing open.

#include <onnx2hpp/show/analysis.hpp>

#include <string>

namespace onnx2hpp {

/// A track for each segment with its calls, one for each memory with its buffers, and a counter of
/// live bytes. An instruction takes a microsecond; where instructions are not known, a
/// multiply-accumulate does. A call takes one for each of its rows at least.
std::string run_as_trace(const analysis& a);

}  // namespace onnx2hpp
