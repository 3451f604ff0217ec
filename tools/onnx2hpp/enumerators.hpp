// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Enumerators of the library as the compiler spells them: no table of names can differ from them.
// Only for enumerations that count from 0 without gaps.

#include <cstddef>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

namespace onnx2hpp {
namespace enumerators {

/// A value as g++ and clang print it in a function's name: "tigris::io::rows", or "(tigris::io)9"
/// where no enumerator has it.
template <auto Value>
constexpr std::string_view printed() {
    constexpr std::string_view name = __PRETTY_FUNCTION__, before = "Value = ";
    constexpr std::size_t begin = name.find(before) + before.size();
    return name.substr(begin, name.find_first_of(";]", begin) - begin);
}

/// What follows the last scope, or the type.
constexpr std::size_t last_word(std::string_view printed) { return printed.find_last_of(":)") + 1; }
constexpr bool is_number(std::string_view word) { return word[0] >= '0' && word[0] <= '9'; }

template <class Enum, std::size_t Value = 0>
constexpr std::size_t count() {
    constexpr std::string_view name = printed<static_cast<Enum>(Value)>();
    if constexpr (is_number(name.substr(last_word(name))))
        return Value;
    else
        return count<Enum, Value + 1>();
}

/// What ends with 0.
template <auto Value>
struct text {
    constexpr text() { printed<Value>().copy(characters, sizeof(characters) - 1); }
    char characters[printed<Value>().size() + 1]{};
};
template <auto Value>
inline constexpr text<Value> text_of{};

template <class Enum>
struct texts {
    static_assert(count<Enum>() > 0, "the enumeration does not count from 0");
    const char* of[count<Enum>()];
};

template <class Enum, std::size_t... Value>
constexpr texts<Enum> make_texts(std::index_sequence<Value...>) {
    return {{text_of<static_cast<Enum>(Value)>.characters...}};
}
template <class Enum>
inline constexpr texts<Enum> texts_of = make_texts<Enum>(std::make_index_sequence<count<Enum>()>{});

/// Firmware, which prints plans in tests/plan_json, has no exceptions.
[[noreturn]] inline void refuse_value() {
#if defined(__cpp_exceptions)
    throw std::logic_error("a value without an enumerator");
#else
    __builtin_trap();
#endif
}

}  // namespace enumerators

template <class T>
concept enumeration = std::is_enum_v<T>;

/// An enumerator with its scopes, as a header spells it: "tigris::io::rows".
template <enumeration Enum>
constexpr const char* qualified_name(Enum value) {
    constexpr auto& texts = enumerators::texts_of<Enum>;
    const auto place = static_cast<std::size_t>(value);
    if (place >= std::size(texts.of)) enumerators::refuse_value();
    return texts.of[place];
}

/// An enumerator's own name: "rows".
template <enumeration Enum>
constexpr const char* name_of(Enum value) {
    const char* const name = qualified_name(value);
    return name + enumerators::last_word(name);
}

/// The enumerator of this name.
template <enumeration Enum>
constexpr std::optional<Enum> enumerator_of(std::string_view name) {
    for (std::size_t place = 0; place < enumerators::count<Enum>(); ++place)
        if (name == name_of(static_cast<Enum>(place))) return static_cast<Enum>(place);
    return {};
}

}  // namespace onnx2hpp
