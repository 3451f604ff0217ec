// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// column - row of each element of a matrix.
value_id diagonals(expansion& e, std::int64_t rows, std::int64_t columns) {
    check_size(e, {rows, columns});
    std::vector<std::int64_t> numbers;
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; ++column) numbers.push_back(column - row);
    return e.constant(tensor_of(dtype::i64, {rows, columns}, numbers));
}

/// Elements on the wrong side of diagonal k are zero.
bool expand_trilu(expansion& e) {
    const value_id x = e.input(0);
    const extents dims = e.dims(x);
    if (dims.size() < 2)
        fail_bad_input(e.at, fmt::format("its input has shape {}, but must have two axes or more",
                                         to_text(dims)));
    if (e.has_input(1) && element_count(e.dims(e.input(1))) != 1)
        fail_bad_input(
            e.at, fmt::format("its k of shape {} is not one number", to_text(e.dims(e.input(1)))));
    const value_id diagonal = diagonals(e, dims[dims.size() - 2], dims[dims.size() - 1]);
    const value_id k = e.has_input(1) ? e.input(1) : e.number(dtype::i64, 0);
    const bool is_upper = integer_attribute(e.at, "upper", 1) != 0;
    const value_id kept = e.add(is_upper ? "GreaterOrEqual" : "LessOrEqual", {diagonal, k});
    e.give(0, e.add("Where", {kept, x, e.number(e.type(x), 0)}));
    return true;
}

}  // namespace

namespace operators {

operator_entries trilu_operators() {
    return {
        {.type = "Trilu",
         .versions = {{.since = {14}, .inputs = {1, 2}, .attributes = {flag("upper")}}},
         .expand = expand_trilu},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
