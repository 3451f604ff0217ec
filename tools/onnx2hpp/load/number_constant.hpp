// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Values for graph inputs that the command line makes constants, written as numbers.

#include <onnx2hpp/load/declarations.hpp>

#include <memory>
#include <string>
#include <vector>

namespace onnx2hpp {

/// A tensor of the declared type and shape that holds these numbers, for the graph input `name`. An
/// extent that is not declared is as large as needed; without a declared shape, one number is a
/// scalar. Throws failure(bad_input) where a number does not fit the type, or their count the
/// shape; failure(unsupported) for types that numbers are not written in.
std::shared_ptr<const tensor_data> number_constant(const declaration& declared,
                                                   const std::string& name,
                                                   const std::vector<std::string>& numbers);

}  // namespace onnx2hpp
