// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// C++ that runs a model.

#include <onnx2hpp/show/analysis.hpp>

#include <string>

namespace onnx2hpp {

/// Buffers and a call of run, for firmware to paste: lines that compile behind the header. Where
/// rows, states, staged constants or blobs need more than that, the page that shows it.
std::string spell_call(const analysis& a);

/// "[96][96][3]": the extents in memory, without those of one element.
std::string spell_extents_of_array(const tigris::tensor& t);

/// The buffer `name` with these extents as run takes it: with a word where they do not tell the
/// order of its elements.
std::string spell_argument(const tigris::tensor& t, const std::string& name);

}  // namespace onnx2hpp
