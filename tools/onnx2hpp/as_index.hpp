// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>

namespace onnx2hpp {

/// Numbers of nodes, steps, tensors and axes are int; containers count in std::size_t.
constexpr std::size_t as_index(int number) { return static_cast<std::size_t>(number); }

}  // namespace onnx2hpp
