// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/opsets.hpp>

namespace onnx2hpp {

std::string qualified_name(const node& n) {
    return n.domain.empty() ? n.op_type : n.domain + "." + n.op_type;
}

}  // namespace onnx2hpp
