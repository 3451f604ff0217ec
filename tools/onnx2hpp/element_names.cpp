// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/element_names.hpp>
#include <onnx2hpp/enumerators.hpp>

#include <fmt/format.h>

namespace onnx2hpp {

std::string element_name(tigris::dtype type) {
    using enum tigris::dtype;
    switch (type) {
        case f32: return "float";
        case f64: return "double";
        case f16: return "float16";
        case bf16: return "bfloat16";
        case i4: return "int4";
        case u4: return "uint4";
        case boolean: return "bool";
        default: break;
    }
    const std::string_view name = name_of(type);
    return fmt::format("{}{}_t", name[0] == 'u' ? "uint" : "int", name.substr(1));
}

}  // namespace onnx2hpp
