// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Constants in an object file, which an assembler makes of their bytes (onnx2hpp --weights object).

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>

#include <string>

namespace onnx2hpp {

/// The symbol of a constant or a block in an object file.
std::string symbol_of(const lowered_model& model, const std::string& name);

/// Declarations of constants that lie in an object file.
std::string declare_constants(const lowered_model& model, const options& options);

/// The assembler source of that object file; it includes `binary_name`.
std::string assemble_constants(const lowered_model& model, const options& options,
                               const std::string& binary_name);

/// The bytes that the assembler source includes, every constant at a multiple of 16.
std::string binary_constants(const lowered_model& model);

}  // namespace onnx2hpp
