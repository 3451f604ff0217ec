// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/columns.hpp>

#include <algorithm>
#include <cstdint>
#include <iterator>

namespace onnx2hpp {
namespace {

struct character_range {
    std::uint32_t first, last;
};

// Source: Unicode, UnicodeData.txt (categories Mn, Me and Cf) of the common scripts.
constexpr character_range combining[] = {{0x300, 0x36F},   {0x483, 0x489},   {0x591, 0x5BD},
                                         {0x610, 0x61A},   {0x64B, 0x65F},   {0x200B, 0x200D},
                                         {0x1AB0, 0x1AFF}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20FF},
                                         {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}};

// Source: Unicode, EastAsianWidth.txt (W and F), and emoji.
constexpr character_range wide[] = {
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},  {0xA960, 0xA97C}, {0xAC00, 0xD7A3},
    {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},  {0xFFE0, 0xFFE6}, {0x1F300, 0x1F64F},
    {0x1F680, 0x1F6FF}, {0x1F900, 0x1FAFF}, {0x20000, 0x3FFFD}};

template <std::size_t Count>
bool contains(const character_range (&ranges)[Count], std::uint32_t code) {
    return std::any_of(std::begin(ranges), std::end(ranges), [code](const character_range& r) {
        return r.first <= code && code <= r.last;
    });
}

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// A byte that begins no character stands for itself.
std::size_t bytes_of_first(std::string_view text) {
    const unsigned first = static_cast<unsigned char>(text[0]);
    const std::size_t length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    std::size_t found = 1;
    while (found < std::min(length, text.size()) && continues(text[found])) ++found;
    return found == length ? length : 1;
}

/// The bytes of a color that a text begins with ("\x1b[32m"); 0 without one.
std::size_t bytes_of_color(std::string_view text) {
    const std::size_t end = text.starts_with("\x1b[") ? text.find('m') : std::string_view::npos;
    return end == std::string_view::npos ? 0 : end + 1;
}

std::uint32_t code_point_of(std::string_view character) {
    std::uint32_t code = static_cast<unsigned char>(character[0]);
    if (character.size() > 1) code &= 0xFFu >> (character.size() + 1);
    for (const char c : character.substr(1)) code = code << 6 | (static_cast<unsigned>(c) & 0x3F);
    return code;
}

std::size_t columns_of_character(std::string_view character) {
    const std::uint32_t code = code_point_of(character);
    return contains(combining, code) ? 0 : contains(wide, code) ? 2 : 1;
}

}  // namespace

std::size_t display_columns(std::string_view text) {
    std::size_t columns = 0;
    for (std::size_t bytes = 0; !text.empty(); text.remove_prefix(bytes)) {
        bytes = bytes_of_color(text);
        if (bytes > 0) continue;
        bytes = bytes_of_first(text);
        columns += columns_of_character(text.substr(0, bytes));
    }
    return columns;
}

std::string_view first_columns(std::string_view text, std::size_t most) {
    std::size_t end = 0, columns = 0;
    while (end < text.size()) {
        const std::size_t bytes = bytes_of_first(text.substr(end));
        columns += columns_of_character(text.substr(end, bytes));
        if (columns > most) break;
        end += bytes;
    }
    return text.substr(0, end);
}

std::string_view last_columns(std::string_view text, std::size_t most) {
    std::size_t columns = display_columns(text);
    while (!text.empty()) {
        const std::size_t bytes = bytes_of_first(text);
        const std::size_t own = columns_of_character(text.substr(0, bytes));
        if (columns <= most && own > 0) break;  // no mark without its letter
        columns -= own;
        text.remove_prefix(bytes);
    }
    return text;
}

}  // namespace onnx2hpp
