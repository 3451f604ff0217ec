// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// One function for each operator that is taken apart: true if it was.

#include <onnx2hpp/expand/expansion.hpp>

namespace onnx2hpp {

// expand_identity.cpp
bool expand_dropout(expansion&);

}  // namespace onnx2hpp
