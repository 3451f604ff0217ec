// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <tigris/model/shape.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

bool is_quantized(const value& v) { return !v.quant.scale.empty(); }

}  // namespace

bool shape_context::has_input(std::size_t i) const { return onnx2hpp::has_input(at, i); }

const value& shape_context::input(std::size_t i) const {
    if (!has_input(i)) fail_bad_input(at, fmt::format("input {} is missing", i));
    const value& v = model.values[static_cast<std::size_t>(at.inputs[i])];
    if (!v.shape_known)
        fail_bad_input(at, fmt::format("the shape of {} is unknown", label_of_input(i)));
    return v;
}

std::string shape_context::label_of_input(std::size_t i) const {
    return fmt::format("input {} ({})", i,
                       in_quotes(model.values[static_cast<std::size_t>(at.inputs[i])].name));
}

std::vector<std::int64_t> shape_context::constant_integers(std::size_t i) const {
    const value& v = input(i);
    if (v.type != tigris::dtype::i64 || v.dims.size() > 1)
        fail_bad_input(at, fmt::format("{} must be a list of int64, but is {} of shape {}",
                                       label_of_input(i), name_of(v.type), to_text(v.dims)));
    if (!v.constant)
        fail_unsupported(at,
                         label_of_input(i) + " is computed at run time, and shapes depend on it",
                         "export the model with fixed shapes, or simplify it first");
    return elements_of<std::int64_t>(*v.constant);
}

std::size_t shape_context::axis_from(std::int64_t axis, std::size_t rank) const {
    const auto count = static_cast<std::int64_t>(rank);
    if (axis < -count || axis >= count)
        fail_bad_input(at, fmt::format("axis {} is outside of its {} axes", axis, rank));
    return static_cast<std::size_t>(axis < 0 ? axis + count : axis);
}

std::vector<std::size_t> shape_context::axes_from(const extents& axes, std::size_t rank) const {
    std::vector<std::size_t> result;
    for (const std::int64_t axis : axes) result.push_back(axis_from(axis, rank));
    std::sort(result.begin(), result.end());
    if (std::adjacent_find(result.begin(), result.end()) != result.end())
        fail_bad_input(at, fmt::format("its axes {} name one twice", to_text(axes)));
    return result;
}

void shape_context::require_real(std::size_t i) const {
    const value& v = input(i);
    if (!is_real(v.type) && !is_quantized(v))
        fail_unsupported(at,
                         fmt::format("{} is {}, which is not supported here", label_of_input(i),
                                     name_of(v.type)),
                         "use float, or int8 and uint8 behind DequantizeLinear");
}

void shape_context::require_same_type(std::size_t i, std::size_t j) const {
    const value &a = input(i), &b = input(j);
    if (a.type != b.type && !is_quantized(a))
        fail_bad_input(at, fmt::format("{} is {}, but {} is {}", label_of_input(i), name_of(a.type),
                                       label_of_input(j), name_of(b.type)));
}

void shape_context::set_output(tigris::dtype type, const extents& dims) {
    if (!count_elements(dims))
        fail_bad_input(at, fmt::format("its output has the impossible shape {}", to_text(dims)));
    if (dims.size() > tigris::max_rank)
        fail_unsupported(at, fmt::format("its output has {} axes", dims.size()),
                         fmt::format("at most {} are supported", tigris::max_rank));
    value& output = model.values[static_cast<std::size_t>(at.outputs[0])];
    output.dims = dims;
    output.shape_known = true;
    if (!is_quantized(output)) output.type = type;
}

void shape_context::set_constant(std::shared_ptr<const tensor_data> constant) {
    model.values[static_cast<std::size_t>(at.outputs[0])].constant = std::move(constant);
}

}  // namespace onnx2hpp
