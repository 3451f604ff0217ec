// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Hints as members of the generated model.

#include <onnx2hpp/search/candidate.hpp>

#include <string>

namespace onnx2hpp {

/// The definition of `hints` and of the arrays that it looks at; nothing where there are none.
std::string spell_hints(const std::vector<owned_hint>& hints);

}  // namespace onnx2hpp
