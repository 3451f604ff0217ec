// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// One emitter for the attributes of every operator: designated initializers, by reflection.

#include <onnx2hpp/emit/literal.hpp>
#include <onnx2hpp/enumerators.hpp>
#include <onnx2hpp/reflection.hpp>
#include <tigris/ops/list.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

namespace onnx2hpp {

inline std::string spell(bool value) { return value ? "true" : "false"; }

template <enumeration Enum>
std::string spell(Enum value) {
    return qualified_name(value);
}

/// C++ has no literal for the lowest 64-bit integer.
inline std::string spell(std::int64_t value) {
    if (value != std::numeric_limits<std::int64_t>::min()) return std::to_string(value);
    return "-9223372036854775807 - 1";
}

template <class T>
std::string spell_struct(const T& value);

template <class T>
std::string spell_member(const T& value) {
    if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
        return spell(std::int64_t{value});
    else if constexpr (std::is_class_v<T>)
        return spell_struct(value);
    else
        return spell(value);
}

template <class T, int N>
std::string spell_member(const tigris::sized_array<T, N>& values) {
    std::string out;
    for (const T& value : values) out += (out.empty() ? "" : ", ") + spell_member(value);
    return "{{" + out + "}}";
}

/// `{.member = value, ...}` without the members that have their default.
template <class T>
std::string spell_struct(const T& value) {
    static_assert(count_names(T::member_names) == count_members<T>(),
                  "member_names of this struct does not name each of its members");
    std::string out;
    std::string_view names = T::member_names;
    const auto spell_changed = [&](const auto& member, const auto& usual) {
        const std::string_view name = next_name(names);
        if (member == usual) return;
        out += (out.empty() ? "." : ", .") + std::string(name) + " = " + spell_member(member);
    };
    const T unchanged{};
    with_members(value, [&](const auto&... members) {
        with_members(unchanged,
                     [&](const auto&... usual) { (spell_changed(members, usual), ...); });
    });
    return '{' + out + '}';
}

}  // namespace onnx2hpp
