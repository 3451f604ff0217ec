// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/sizes.hpp>

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace onnx2hpp {
namespace {

constexpr const char* hint = "split the tensor, or the model";

std::optional<std::string> obstacle_of(const value& v) {
    const std::int64_t bits = std::max(tigris::bits_of(v.type), 32);
    if (element_count(v.dims) > most_bits / bits)
        return fmt::format("{} of shape {} has {} elements, of which {} are supported",
                           in_quotes(v.name), to_text(v.dims), element_count(v.dims),
                           most_bits / bits);
    const auto longest = std::max_element(v.dims.begin(), v.dims.end());
    if (!v.constant && longest != v.dims.end() && *longest > longest_axis)
        return fmt::format("{} of shape {} has an axis longer than {}", in_quotes(v.name),
                           to_text(v.dims), longest_axis);
    return {};
}

void require(const onnx_model& m, const node& n, const char* role,
             const std::vector<value_id>& values) {
    for (const value_id v : values) {
        if (v == absent) continue;
        if (const auto obstacle = obstacle_of(m.values[static_cast<std::size_t>(v)]))
            fail_unsupported(n, fmt::format("its {} {}", role, *obstacle), hint);
    }
}

}  // namespace

void require_sizes(const onnx_model& m, const node& n) {
    require(m, n, "input", n.inputs);
    require(m, n, "output", n.outputs);
}

void require_size(const value& input) {
    if (const auto obstacle = obstacle_of(input)) fail_unsupported("input " + *obstacle, hint);
}

}  // namespace onnx2hpp
