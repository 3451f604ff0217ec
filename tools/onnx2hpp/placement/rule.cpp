// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/placement/rule.hpp>

#include <onnx2hpp/diagnostic.hpp>

namespace onnx2hpp {

void fail_in(const std::string& where, const std::string& sentence) {
    fail_bad_input(where + ": " + sentence);
}

}  // namespace onnx2hpp
