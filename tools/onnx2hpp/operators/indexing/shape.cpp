// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

/// An end of Shape's range of axes, from the end where it is negative, and never outside.
std::int64_t bound(std::int64_t axis, std::int64_t rank) {
    return std::clamp(axis < 0 ? axis + rank : axis, std::int64_t{0}, rank);
}

tigris::dtype type_of_matrix(const expansion& e) {
    const auto given = find_attribute<std::int64_t>(e.at, "dtype");
    if (!given) return e.type(e.input(0));
    const auto type = value_type_of(static_cast<std::int32_t>(*given));
    if (!type || !is_readable(*type))
        fail_unsupported(e.at, fmt::format("its dtype {} is not supported", *given),
                         "use float32, bool or integers of 8 to 64 bits");
    return *type;
}

bool expand_shape(expansion& e) {
    const extents& dims = e.dims(e.input(0));
    const auto rank = static_cast<std::int64_t>(dims.size());
    const std::int64_t first = bound(integer_attribute(e.at, "start", 0), rank);
    const std::int64_t last = bound(integer_attribute(e.at, "end", rank), rank);
    e.give(0, e.integers({dims.begin() + first, dims.begin() + std::max(first, last)}));
    return true;
}

bool expand_size(expansion& e) {
    const std::vector<std::int64_t> count{element_count(e.dims(e.input(0)))};
    e.give(0, e.constant(tensor_of(tigris::dtype::i64, {}, count)));
    return true;
}

/// Expands EyeLike, for which only the shape of the input counts.
bool expand_eye_like(expansion& e) {
    const extents dims = e.dims(e.input(0));
    if (dims.size() != 2)
        fail_bad_input(e.at,
                       fmt::format("its input has shape {}, but must be a matrix", to_text(dims)));
    check_size(e, dims);
    const std::int64_t k = integer_attribute(e.at, "k", 0);
    std::vector<std::int64_t> elements;
    for (std::int64_t row = 0; row < dims[0]; ++row)
        for (std::int64_t column = 0; column < dims[1]; ++column)
            elements.push_back(column - row == k ? 1 : 0);
    e.give(0, e.constant(make_tensor(type_of_matrix(e), dims, elements)));
    return true;
}

}  // namespace

namespace operators {

operator_entries shape_operators() {
    return {
        {.type = "Shape",
         .versions = {{.since = {1, 13}},
                      {.since = {15, 19, 21, 23, 24, 25},
                       .attributes = {integer("end"), integer("start")}}},
         .expand = expand_shape,
         .traits = {.takes_any_type = true}},
        {.type = "Size",
         .versions = {{.since = {1, 13, 19, 21, 23, 24, 25}}},
         .expand = expand_size,
         .traits = {.takes_any_type = true}},
        {.type = "EyeLike",
         .versions = {{.since = {9, 22}, .attributes = {integer("dtype"), integer("k")}}},
         .expand = expand_eye_like},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
