// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/edges.hpp>

#include <onnx2hpp/emit/graph.hpp>
#include <onnx2hpp/emit/literal.hpp>

#include <fmt/format.h>

namespace onnx2hpp {

std::string element_name(tigris::dtype type) {
    constexpr const char* names[]{"float",    "float16", "bfloat16", "int4",     "uint4",
                                  "int8_t",   "uint8_t", "int16_t",  "uint16_t", "int32_t",
                                  "uint32_t", "int64_t", "uint64_t", "bool",     "double"};
    return names[std::size_t(type)];
}

std::string spell_type(const tigris::tensor& t) {
    const std::string quant =
        t.quant.scale == 0
            ? ""
            : fmt::format(", scale {}, zero point {}", spell(t.quant.scale), t.quant.zero_point);
    return fmt::format("{} [{}]{}", element_name(t.type), spell_dims(t.dims), quant);
}

std::vector<int> own_edges(const lowered_model& model, std::vector<int> edges) {
    edges.resize(edges.size() - model.state_count);
    return edges;
}

}  // namespace onnx2hpp
