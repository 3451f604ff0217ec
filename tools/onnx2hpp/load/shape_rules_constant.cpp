// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/shape_rules.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/folding_memory.hpp>

#include <fmt/format.h>

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

}  // namespace

void shape_constant_of_shape(shape_context& c) {
    const extents dims = c.constant_integers(0);
    const shared_tensor value = fill_value(c.at);
    tensor_data filled{value->type, dims, {}};
    const std::int64_t count = fill_count(c.at, dims);
    c.set_output(value->type, dims);
    require_folding_memory(c.source(), c.at);
    filled.bytes.reserve(static_cast<std::size_t>(count) * value->bytes.size());
    for (std::int64_t k = 0; k < count; ++k)
        filled.bytes.insert(filled.bytes.end(), value->bytes.begin(), value->bytes.end());
    c.set_constant(std::make_shared<const tensor_data>(std::move(filled)));
}

}  // namespace onnx2hpp
