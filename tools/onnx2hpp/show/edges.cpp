// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/edges.hpp>

#include <onnx2hpp/element_names.hpp>
#include <onnx2hpp/printable.hpp>
#include <onnx2hpp/show/table.hpp>
#include <onnx2hpp/show/units.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// "int8_t 1x49x10x1"
std::string spell_array(const tensor& t) {
    return fmt::format("{} {}", element_name(t.type),
                       t.dims.rank == 0 ? "scalar" : spell_extents(t.dims));
}

std::string spell_scale(const tensor& t) {
    if (!is_quantized(t)) return "";
    return fmt::format(", scale {:.4g}, zero point {}", t.quant.scale, t.quant.zero_point);
}

std::string spell_layout(const tensor& t) {
    if (has_onnx_order(t)) return "";
    const char* order = t.dims.rank == 4 ? "NHWC" : "channels last";
    return fmt::format(" {} (ONNX {})", order, spell_extents(onnx_dims(t)));
}

const char* spell_mode(io mode) {
    switch (mode) {
        case io::caller: break;
        case io::arena: return ", in the arena";
        case io::rows: return ", row by row";
        case io::slow: return ", in slow memory";
    }
    return "";
}

}  // namespace

std::string describe_edge(const lowered_model& model, int number, io mode, std::size_t width) {
    const tensor& t = model.tensors[std::size_t(number)];
    const std::string rest = fmt::format(": {}{}{}{}", spell_array(t), spell_layout(t),
                                         spell_scale(t), spell_mode(mode));
    const std::size_t left = width > rest.size() + 8 ? width - rest.size() : 8;
    return shorten(printable(model.tensor_names[std::size_t(number)]), left) + rest;
}

}  // namespace onnx2hpp
