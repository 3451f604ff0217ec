// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx/constant_list.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace onnx2hpp {

extents constant_list(const onnx_model& model, const node& n, std::size_t slot,
                      std::string_view what) {
    if (!has_input(n, slot)) return {};
    const value& v = model.values[static_cast<std::size_t>(n.inputs[slot])];
    const bool is_integer = v.type == tigris::dtype::i64 || v.type == tigris::dtype::i32;
    if (!is_integer || v.dims.size() > 1)
        fail_bad_input(
            n, fmt::format("its {} {} are no list of int32 or int64", what, in_quotes(v.name)));
    if (!v.constant)
        fail_unsupported(n,
                         fmt::format("its {} {} are computed at run time", what, in_quotes(v.name)),
                         "export the model with fixed shapes, or make them an initializer");
    return integers_of(*v.constant);
}

std::optional<std::int64_t> only_integer(const onnx_model& model, const node& n, std::size_t slot) {
    if (!has_input(n, slot) || !value_at(model, n.inputs[slot]).constant) return {};
    const extents numbers = integers_of(*value_at(model, n.inputs[slot]).constant);
    return numbers.size() == 1 ? std::optional(numbers[0]) : std::nullopt;
}

std::vector<std::size_t> distinct_axes(const node& n, const extents& axes, std::size_t rank) {
    const auto count = static_cast<std::int64_t>(rank);
    std::vector<std::size_t> result;
    for (const std::int64_t axis : axes) {
        if (axis < -count || axis >= count)
            fail_bad_input(n, fmt::format("axis {} is outside of its {} axes", axis, rank));
        const auto place = static_cast<std::size_t>(axis < 0 ? axis + count : axis);
        if (std::find(result.begin(), result.end(), place) != result.end())
            fail_bad_input(n, fmt::format("its axes {} name one twice", to_text(axes)));
        result.push_back(place);
    }
    return result;
}

extents all_axes(std::size_t rank) {
    extents axes(rank);
    std::iota(axes.begin(), axes.end(), std::int64_t{0});
    return axes;
}

}  // namespace onnx2hpp
