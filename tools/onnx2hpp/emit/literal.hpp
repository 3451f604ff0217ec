// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Text for C++: string literals that hold bytes, numbers, lists.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace onnx2hpp {

/// The bytes as the inside of a string literal: printable characters as they are, others as the
/// shortest octal escape. Never hexadecimal, which would swallow digits that follow.
std::string escape(std::span<const std::byte> bytes);

/// A quoted literal of any text.
std::string quote(std::string_view text);

/// A float that reads back as the same bits, with the suffix f.
std::string spell(float value);

/// Text for a comment: one line, without what would end or continue it.
std::string spell_comment(std::string_view text);

/// Numbers separated by commas, in one line.
template <class Numbers>
std::string numbers(const Numbers& from) {
    std::string out;
    for (const auto number : from) out += (out.empty() ? "" : ", ") + std::to_string(number);
    return out;
}

/// Numbers separated by commas, broken into lines of at most 100 columns.
std::string spell_list(std::span<const std::int32_t> numbers, int indent);

/// The initializer of a struct, broken before members. Lines leave room for a comma and a step's
/// number in 100 columns.
std::string wrap_members(std::string_view initializer, int indent);

/// Items one a line, each followed by a comma.
template <class Items, class Spell>
std::string lines(const Items& items, const char* indent, Spell spell_item) {
    std::string out;
    for (std::size_t i = 0; i < items.size(); ++i) out += indent + spell_item(i) + ",\n";
    return out;
}

}  // namespace onnx2hpp
