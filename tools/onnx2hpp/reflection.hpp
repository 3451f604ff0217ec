// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Members of the operators' attributes.

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace onnx2hpp {

/// Converts to the initializer of any member, to count how many an aggregate takes.
struct any_member {
    template <class T>
    constexpr operator T() const;
};

template <class T, class... Members>
constexpr std::size_t count_members() {
    if constexpr (requires { T{Members{}..., any_member{}}; })
        return count_members<T, Members..., any_member>();
    else
        return sizeof...(Members);
}

/// visit(members...) of an aggregate that has at most 16.
template <class T, class F>
constexpr auto with_members(T& value, F visit) {
    constexpr std::size_t count = count_members<std::remove_cv_t<T>>();
    static_assert(count <= 16, "with_members knows aggregates of at most 16 members");
    if constexpr (count == 0) {
        return visit();
    } else if constexpr (count == 1) {
        auto& [a] = value;
        return visit(a);
    } else if constexpr (count == 2) {
        auto& [a, b] = value;
        return visit(a, b);
    } else if constexpr (count == 3) {
        auto& [a, b, c] = value;
        return visit(a, b, c);
    } else if constexpr (count == 4) {
        auto& [a, b, c, d] = value;
        return visit(a, b, c, d);
    } else if constexpr (count == 5) {
        auto& [a, b, c, d, e] = value;
        return visit(a, b, c, d, e);
    } else if constexpr (count == 6) {
        auto& [a, b, c, d, e, f] = value;
        return visit(a, b, c, d, e, f);
    } else if constexpr (count == 7) {
        auto& [a, b, c, d, e, f, g] = value;
        return visit(a, b, c, d, e, f, g);
    } else if constexpr (count == 8) {
        auto& [a, b, c, d, e, f, g, h] = value;
        return visit(a, b, c, d, e, f, g, h);
    } else if constexpr (count == 9) {
        auto& [a, b, c, d, e, f, g, h, i] = value;
        return visit(a, b, c, d, e, f, g, h, i);
    } else if constexpr (count == 10) {
        auto& [a, b, c, d, e, f, g, h, i, j] = value;
        return visit(a, b, c, d, e, f, g, h, i, j);
    } else if constexpr (count == 11) {
        auto& [a, b, c, d, e, f, g, h, i, j, k] = value;
        return visit(a, b, c, d, e, f, g, h, i, j, k);
    } else if constexpr (count == 12) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l] = value;
        return visit(a, b, c, d, e, f, g, h, i, j, k, l);
    } else if constexpr (count == 13) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = value;
        return visit(a, b, c, d, e, f, g, h, i, j, k, l, m);
    } else if constexpr (count == 14) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = value;
        return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n);
    } else if constexpr (count == 15) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = value;
        return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
    } else if constexpr (count == 16) {
        auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = value;
        return visit(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
    }
}

/// How many names a list such as "axis, exclusive" has.
constexpr std::size_t count_names(std::string_view list) {
    std::size_t count = list.empty() ? 0 : 1;
    for (const char c : list) count += c == ',';
    return count;
}

/// Takes the first name off such a list.
constexpr std::string_view next_name(std::string_view& list) {
    const std::string_view name = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), name.size() + 2));
    return name;
}

}  // namespace onnx2hpp
