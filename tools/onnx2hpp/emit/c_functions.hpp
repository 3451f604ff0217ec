// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The functions of a C interface.

#include <onnx2hpp/emit/c_model.hpp>

#include <string>

namespace onnx2hpp {

/// The declarations of the C interface's functions, in C99.
std::string declare_functions(const c_model& m);

/// What TIGRIS_EXPORT_C is told: the functions, and what it must know of them.
std::string list_functions(const c_model& m);

}  // namespace onnx2hpp
