// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/arithmetic.hpp>
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/folding_memory.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/onnx/shape_context.hpp>
#include <onnx2hpp/operators/indexing/indices.hpp>
#include <onnx2hpp/operators/reduction/of_nothing.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace onnx2hpp {
namespace {

/// Elements: more than any model for a microcontroller holds; a file of a few bytes must not ask
/// for more.
constexpr std::int64_t largest_fill = std::int64_t{1} << 26;

shared_tensor fill_value(const node& n) {
    const auto given = find_attribute<shared_tensor>(n, "value");
    if (!given) return tensor_of<float>(tigris::dtype::f32, {1}, {0.0f});
    if (element_count((*given)->dims) != 1) fail_bad_input(n, "its value is not one number");
    if (bits_of((*given)->type) < 8)
        fail_unsupported(n, "its value has less than 8 bits", "use an initializer");
    return *given;
}

/// How often the value is repeated, within bounds.
std::int64_t fill_count(const node& n, const extents& dims) {
    const auto count = count_elements(dims);
    if (!count)
        fail_bad_input(n, fmt::format("a constant of shape {} is impossible", to_text(dims)));
    if (*count > largest_fill)
        fail_unsupported(n, fmt::format("it repeats one number {} times", *count),
                         fmt::format("at most {} times are supported", largest_fill));
    return *count;
}

void shape_constant_of_shape(shape_context& c) {
    const extents dims = c.constant_integers(0);
    const shared_tensor value = fill_value(c.at);
    tensor_data filled{value->type, dims, {}};
    const std::int64_t count = fill_count(c.at, dims);
    c.set_output(value->type, dims);
    require_folding_memory(c.source(), c.at);
    filled.bytes.resize(static_cast<std::size_t>(count) * value->bytes.size());
    for (auto to = filled.bytes.begin(); to != filled.bytes.end();)
        to = std::copy(value->bytes.begin(), value->bytes.end(), to);
    c.set_constant(std::make_shared<const tensor_data>(std::move(filled)));
}

double number_at(const shape_context& c, std::size_t i) {
    c.require_same_type(0, i);
    const std::vector<double> numbers = numbers_of(constant_at(c, i));
    if (numbers.size() != 1)
        fail_bad_input(c.at, fmt::format("{} is not one number", c.label_of_input(i)));
    return numbers[0];
}

void shape_range(shape_context& c) {
    const double start = number_at(c, 0), limit = number_at(c, 1), delta = number_at(c, 2);
    const double count = std::max(0.0, std::ceil((limit - start) / delta));
    if (delta == 0 || !(count <= static_cast<double>(max_elements)))
        fail_bad_input(c.at,
                       fmt::format("there is no range from {} to {} by {}", start, limit, delta));
    c.set_output(c.input(0).type, {static_cast<std::int64_t>(count)});
}

/// start + k * delta, as many as the shape rule found.
shared_tensor evaluate_range(const constant_node& n) {
    shared_tensor result;
    with_element(n.input(0).type, [&]<class T>(T) {
        const T start = elements_of<T>(n.input(0))[0], delta = elements_of<T>(n.input(2))[0];
        std::vector<T> elements;
        for (std::int64_t k = 0; k < n.dims()[0]; ++k)
            elements.push_back(added(start, multiplied(static_cast<T>(k), delta)));
        result = tensor_of(n.input(0).type, n.dims(), elements);
    });
    return result;
}

}  // namespace

namespace operators {

operator_entries constants_operators() {
    return {
        {.type = "Constant",
         .versions =
             {{.since = {1, 9}, .inputs = {0, 0}, .attributes = {required(any_tensor("value"))}},
              {.since = {11}, .inputs = {0, 0}, .attributes = {any_tensor("value")}},
              {.since = {12, 13, 19, 21, 23, 24, 25},
               .inputs = {0, 0},
               .attributes = {any_tensor("value"), real("value_float"), reals("value_floats"),
                              integer("value_int"), integers("value_ints"), text("value_string"),
                              texts("value_strings")}}}},
        {.type = "ConstantOfShape",
         .versions = {{.since = {9, 20, 21, 23, 24, 25}, .attributes = {any_tensor("value")}}},
         .shape = shape_constant_of_shape,
         .traits = {.copies_bytes = true}},
        {.type = "Range",
         .versions = {{.since = {11, 27}, .inputs = {3, 3}}},
         .shape = shape_range,
         .evaluate = evaluate_range},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
