// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The tool's version, which every header that it writes carries.

namespace onnx2hpp {

inline constexpr char version[] = "0.1.0";

}  // namespace onnx2hpp
