// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/edges.hpp>

#include <onnx2hpp/element_names.hpp>
#include <onnx2hpp/emit/graph.hpp>
#include <onnx2hpp/emit/literal.hpp>

#include <fmt/format.h>

namespace onnx2hpp {

std::string spell_type(const tigris::tensor& t) {
    const std::string quant =
        t.quant.scale == 0
            ? ""
            : fmt::format(", scale {}, zero point {}", spell(t.quant.scale), t.quant.zero_point);
    return fmt::format("{} [{}]{}", element_name(t.type), spell_dims(t.dims), quant);
}

}  // namespace onnx2hpp
