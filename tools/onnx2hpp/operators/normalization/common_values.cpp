// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/normalization/common_values.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace onnx2hpp {
namespace {

constexpr std::int64_t onnx_float = 1;  // TensorProto.FLOAT

}  // namespace

std::int64_t checked_axis(const expansion& e, std::int64_t axis) {
    const auto rank = static_cast<std::int64_t>(e.dims(e.input(0)).size());
    if (axis < -rank || axis >= rank)
        fail_bad_input(e.at, fmt::format("axis {} is outside of its {} axes", axis, rank));
    return axis < 0 ? axis + rank : axis;
}

extents axes_from(const expansion& e, std::int64_t first) {
    const auto rank = static_cast<std::int64_t>(e.dims(e.input(0)).size());
    extents axes(static_cast<std::size_t>(std::max<std::int64_t>(rank - first, 0)));
    std::iota(axes.begin(), axes.end(), first);
    return axes;
}

value_id normalized(expansion& e, value_id x, const char* function, const extents& axes,
                    float epsilon) {
    return e.add("tigris.Normalize", {x},
                 {{"function", std::string(function)}, {"axes", axes}, {"epsilon", epsilon}});
}

value_id scaled(expansion& e, value_id y, value_id scale, value_id bias) {
    if (scale != absent) y = e.add("Mul", {y, scale});
    return bias != absent ? e.add("Add", {y, bias}) : y;
}

value_id along(expansion& e, value_id vector, std::size_t axis, std::size_t rank) {
    extents dims(rank - axis, 1);
    dims[0] = e.dims(vector).empty() ? 1 : e.dims(vector)[0];
    if (e.dims(vector).size() != 1)
        fail_bad_input(e.at, fmt::format("its input {} has shape {}, but must be a vector",
                                         e.of(vector).name, to_text(e.dims(vector))));
    return reshaped(e, vector, dims);
}

void require_channels(const expansion& e, std::size_t slot, std::int64_t channels) {
    if (e.dims(e.input(slot)) != extents{channels})
        fail_bad_input(e.at, fmt::format("input {} has shape {}, but there are {} channels", slot,
                                         to_text(e.dims(e.input(slot))), channels));
}

void require_single_precision(const expansion& e) {
    if (integer_attribute(e.at, "stash_type", onnx_float) != onnx_float)
        fail_unsupported(e.at, "its stash_type is not float32", "set stash_type to 1");
}

}  // namespace onnx2hpp
