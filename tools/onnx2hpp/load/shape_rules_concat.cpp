// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/onnx/concatenate.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

/// Input i must look like input 0 except along `axis`.
void check_part(const shape_context& c, std::size_t i, std::size_t axis) {
    if (!c.has_input(i)) fail_bad_input(c.at, fmt::format("input {} is missing", i));
    c.require_same_type(0, i);
    extents first = c.input(0).dims, dims = c.input(i).dims;
    const bool has_axis = dims.size() == first.size();
    if (has_axis) first[axis] = dims[axis];
    if (first != dims)
        fail_bad_input(c.at,
                       fmt::format("{} has shape {}, which does not continue {} along axis {}",
                                   c.label_of_input(i), to_text(c.input(i).dims),
                                   to_text(c.input(0).dims), axis));
}

/// Integers, which may be shapes of other nodes, stay constant; weights are left to the passes.
void join_integers(shape_context& c, std::size_t axis) {
    std::vector<shared_tensor> parts;
    for (std::size_t i = 0; i < c.at.inputs.size(); ++i) parts.push_back(c.input(i).constant);
    for (const shared_tensor& part : parts)
        if (!part || part->type != tigris::dtype::i64) return;
    c.set_constant(concatenated(parts, axis));
}

}  // namespace

void shape_concat(shape_context& c) {
    extents dims = c.input(0).dims;
    const std::size_t axis = c.axis_from(integer_attribute(c.at, "axis", 1), dims.size());
    for (std::size_t i = 1; i < c.at.inputs.size(); ++i) {
        check_part(c, i, axis);
        dims[axis] += c.input(i).dims[axis];
    }
    c.set_output(c.input(0).type, dims);
    join_integers(c, axis);
}

}  // namespace onnx2hpp
