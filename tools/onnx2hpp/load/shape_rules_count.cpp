// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace onnx2hpp {
namespace {

/// What a shape depends on must be constant.
const tensor_data& constant_at(const shape_context& c, std::size_t i) {
    const value& v = c.input(i);
    if (!v.constant)
        fail_unsupported(c.at,
                         c.label_of_input(i) + " is computed at run time, and shapes depend on it",
                         "export the model with fixed shapes, or simplify it first");
    if (!is_readable(v.type))
        fail_unsupported(c.at, c.label_of_input(i) + " is of a type that is not supported here",
                         "use float32 or integers");
    return *v.constant;
}

double number_at(const shape_context& c, std::size_t i) {
    c.require_same_type(0, i);
    const std::vector<double> numbers = numbers_of(constant_at(c, i));
    if (numbers.size() != 1)
        fail_bad_input(c.at, fmt::format("{} is not one number", c.label_of_input(i)));
    return numbers[0];
}

}  // namespace

void shape_range(shape_context& c) {
    const double start = number_at(c, 0), limit = number_at(c, 1), delta = number_at(c, 2);
    const double count = std::max(0.0, std::ceil((limit - start) / delta));
    if (delta == 0 || !(count <= static_cast<double>(max_elements)))
        fail_bad_input(c.at,
                       fmt::format("there is no range from {} to {} by {}", start, limit, delta));
    c.set_output(c.input(0).type, {static_cast<std::int64_t>(count)});
}

void shape_non_zero(shape_context& c) {
    const tensor_data& x = constant_at(c, 0);
    const std::vector<double> numbers = numbers_of(x);
    const std::ptrdiff_t zeros = std::count(numbers.begin(), numbers.end(), 0.0);
    c.set_output(tigris::dtype::i64, {static_cast<std::int64_t>(x.dims.size()),
                                      static_cast<std::int64_t>(numbers.size()) - zeros});
}

}  // namespace onnx2hpp
