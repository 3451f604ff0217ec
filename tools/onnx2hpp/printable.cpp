// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/printable.hpp>

#include <fmt/format.h>

#include <cstdint>

namespace onnx2hpp {
namespace {

unsigned code_unit(char c) { return static_cast<unsigned char>(c); }

/// Bytes of the character that begins with this one; 0 where none does.
std::size_t length_of(unsigned first) {
    if (first < 0x80) return 1;
    if (first >= 0xC2 && first < 0xE0) return 2;
    if (first >= 0xE0 && first < 0xF0) return 3;
    return first >= 0xF0 && first < 0xF5 ? 4 : 0;
}

/// The code point of a character of two to four bytes; 0 where these are no UTF-8.
std::uint32_t code_point(std::string_view character) {
    std::uint32_t code = code_unit(character[0]) & (0xFFu >> (character.size() + 1));
    for (const char c : character.substr(1)) {
        if ((code_unit(c) & 0xC0) != 0x80) return 0;
        code = code << 6 | (code_unit(c) & 0x3F);
    }
    constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool is_surrogate = code >= 0xD800 && code < 0xE000;
    return code < least[character.size()] || code > 0x10FFFF || is_surrogate ? 0 : code;
}

/// Controls, line ends and marks of direction. Source: Unicode, Bidi_Control.
bool is_harmless(std::uint32_t code) {
    const bool is_control = code < 0x20 || (code >= 0x7F && code < 0xA0);
    const bool turns = code == 0x61C || (code >= 0x200E && code <= 0x200F) ||
                       (code >= 0x2028 && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
    return !is_control && !turns && code != 0xFEFF;
}

/// Bytes of the character at the beginning if it may be printed, or 0.
std::size_t printable_bytes(std::string_view text) {
    const std::size_t length = length_of(code_unit(text[0]));
    if (length == 0 || length > text.size()) return 0;
    const std::uint32_t code =
        length == 1 ? code_unit(text[0]) : code_point(text.substr(0, length));
    return is_harmless(code) ? length : 0;
}

bool continues_character(char c) { return (code_unit(c) & 0xC0) == 0x80; }

}  // namespace

std::string printable(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t kept = printable_bytes(text);
        out +=
            kept ? std::string(text.substr(0, kept)) : fmt::format("\\x{:02x}", code_unit(text[0]));
        text.remove_prefix(kept ? kept : 1);
    }
    return out;
}

std::string printable_name(std::string_view text) {
    constexpr std::size_t most = 160, begin = 100, end = 40;
    std::string ends(text);
    if (text.size() > 4 * most) ends.erase(2 * most, text.size() - 4 * most);  // megabytes, maybe
    std::string all = printable(ends);
    if (all.size() <= most) return all;
    std::size_t cut = begin, rest = all.size() - end;
    while (continues_character(all[cut])) --cut;
    while (continues_character(all[rest])) ++rest;
    return all.substr(0, cut) + "..." + all.substr(rest);
}

}  // namespace onnx2hpp
