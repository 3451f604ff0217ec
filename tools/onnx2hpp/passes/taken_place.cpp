// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/onnx/constant_list.hpp>
#include <onnx2hpp/passes/taken_place.hpp>

namespace onnx2hpp {
namespace {

/// An axis and a place on it, both counted from the front or from the back.
std::optional<taken_place> place_in(const extents& dims, std::optional<std::int64_t> axis,
                                    std::optional<std::int64_t> place) {
    const std::int64_t rank = std::ssize(dims);
    if (!axis || !place || *axis < -rank || *axis >= rank) return {};
    const auto from_front = static_cast<std::size_t>(*axis < 0 ? *axis + rank : *axis);
    const std::int64_t count = dims[from_front], from_begin = *place < 0 ? *place + count : *place;
    if (from_begin < 0 || from_begin >= count) return {};
    return taken_place{from_front, from_begin};
}

}  // namespace

std::optional<taken_place> taken_place_of(const rewriter& r, const node& n) {
    if (!is_one_of(n, {"Slice", "Gather"}) || !n.domain.empty()) return {};
    const extents &from = r.at_value(n.inputs[0]).dims, &to = r.at_value(n.outputs[0]).dims;
    if (n.op_type == "Gather")
        return place_in(from, integer_attribute(n, "axis", 0), only_integer(r.model, n, 1));
    const auto found = place_in(from, only_integer(r.model, n, 3), only_integer(r.model, n, 1));
    const bool takes_one = found && element_count(to) == element_count(from) / from[found->axis];
    return takes_one ? found : std::nullopt;
}

std::optional<std::size_t> reversed_axis_of(const rewriter& r, const node& n) {
    if (n.op_type != "Slice" || !n.domain.empty() || only_integer(r.model, n, 4) != -1) return {};
    const extents& dims = r.at_value(n.inputs[0]).dims;
    const auto found = place_in(dims, only_integer(r.model, n, 3), 0);
    if (!found || r.at_value(n.outputs[0]).dims != dims) return {};
    return found->axis;
}

}  // namespace onnx2hpp
