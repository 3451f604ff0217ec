// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/signal/numbers.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Elements of a table that a transform may become.
constexpr std::int64_t largest_table = std::int64_t{1} << 24;

}  // namespace

double number_at(const expansion& e, std::size_t i) {
    if (!e.is_constant(e.input(i)))
        fail_unsupported(e.at, fmt::format("its input {} is computed at run time", i),
                         "make it an initializer");
    const tensor_data& given = *e.of(e.input(i)).constant;
    if (!is_readable(given.type) || element_count(given.dims) != 1)
        fail_bad_input(e.at, fmt::format("its input {} must be one number", i));
    return numbers_of(given)[0];
}

std::int64_t integer_at(const expansion& e, std::size_t i) {
    const double number = number_at(e, i);
    if (!(std::abs(number) <= static_cast<double>(max_elements)))
        fail_bad_input(e.at, fmt::format("its input {} is {}", i, number));
    return static_cast<std::int64_t>(number);
}

void require_table(const expansion& e, std::int64_t rows, std::int64_t columns) {
    if (rows > largest_table / std::max<std::int64_t>(columns, 1))
        fail_unsupported(e.at,
                         fmt::format("its table of {} x {} numbers is too large", rows, columns),
                         "use a shorter transform");
    e.require_memory(rows * columns);
}

dtype asked_type(const expansion& e) {
    constexpr std::int64_t onnx_float = 1;
    const auto asked =
        static_cast<std::int32_t>(integer_attribute(e.at, "output_datatype", onnx_float));
    const auto type = value_type_of(asked);
    if (!type || !is_readable(*type))
        fail_unsupported(e.at, "its output is of type " + name_of_data_type(asked),
                         "use float or integers");
    return *type;
}

}  // namespace onnx2hpp
