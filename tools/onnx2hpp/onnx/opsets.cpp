// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/onnx/opsets.hpp>

namespace onnx2hpp {

std::string qualified_name(const node& n) {
    return n.domain.empty() ? n.op_type : n.domain + "." + n.op_type;
}

void set_operator(node& n, std::string_view type) {
    const std::size_t dot = type.find('.');
    n.domain = dot == type.npos ? "" : type.substr(0, dot);
    n.op_type = dot == type.npos ? type : type.substr(dot + 1);
}

}  // namespace onnx2hpp
