// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Attributes of a node, with ONNX's default where one is absent.

#include <onnx2hpp/onnx_model.hpp>

#include <numeric>
#include <optional>
#include <string_view>

namespace onnx2hpp {

/// The attribute of this name, if the node has one that holds a T.
template <class T>
std::optional<T> find_attribute(const node& n, std::string_view name) {
    const auto found = n.attributes.find(std::string(name));
    if (found == n.attributes.end()) return {};
    const T* held = std::get_if<T>(&found->second);
    return held ? std::optional<T>(*held) : std::nullopt;
}

inline std::int64_t integer_attribute(const node& n, std::string_view name, std::int64_t fallback) {
    return find_attribute<std::int64_t>(n, name).value_or(fallback);
}

inline float real_attribute(const node& n, std::string_view name, float fallback) {
    return find_attribute<float>(n, name).value_or(fallback);
}

inline std::string text_attribute(const node& n, std::string_view name, std::string_view fallback) {
    return find_attribute<std::string>(n, name).value_or(std::string(fallback));
}

inline extents integers_attribute(const node& n, std::string_view name, const extents& fallback) {
    return find_attribute<extents>(n, name).value_or(fallback);
}

/// Attribute axis of a tensor with `rank` axes. Negative ones count from the end.
inline std::size_t axis_attribute(const node& n, std::size_t rank, std::int64_t fallback) {
    const std::int64_t axis = integer_attribute(n, "axis", fallback);
    return static_cast<std::size_t>(axis < 0 ? axis + static_cast<std::int64_t>(rank) : axis);
}

/// Attribute perm of a Transpose of `rank` axes: axis k of its result is axis perm[k] of its input.
/// Without it they are reversed.
inline extents permutation_attribute(const node& n, std::size_t rank) {
    extents reversed(rank);
    std::iota(reversed.rbegin(), reversed.rend(), 0);
    return integers_attribute(n, "perm", reversed);
}

}  // namespace onnx2hpp
