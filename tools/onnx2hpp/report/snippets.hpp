// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// C++ and C that run a model, for users to paste.

#include <onnx2hpp/show/analysis.hpp>

#include <string>

namespace onnx2hpp {

/// A source that includes the model's header and has buffers and a function `infer`. Nothing where
/// only the firmware knows how constants are copied.
std::string cpp_snippet(const analysis& a);

/// A source in C that includes the C interface and has buffers and a function `infer`. Nothing
/// where only the firmware knows how constants are copied.
std::string c_snippet(const analysis& a);

}  // namespace onnx2hpp
