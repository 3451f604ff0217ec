// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <tigris/model/dtype.hpp>

#include <string>

namespace onnx2hpp {

/// The name of an element type in C and C++.
std::string element_name(tigris::dtype type);

}  // namespace onnx2hpp
