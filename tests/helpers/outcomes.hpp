// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Short names of the tool's outcomes, for tables of cases.

#include <onnx2hpp/diagnostic.hpp>

namespace onnx2hpp::test {

inline constexpr outcome bad = outcome::bad_input;
inline constexpr outcome no = outcome::unsupported;

}  // namespace onnx2hpp::test
