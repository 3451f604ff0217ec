// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/literal.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace onnx2hpp {
namespace {

bool is_plain(unsigned char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\' && c != '?'; }

bool is_octal_digit(unsigned char c) { return c >= '0' && c <= '7'; }

void append_escape(std::string& out, unsigned char c, bool digit_follows) {
    out += '\\';
    if (digit_follows || c >= 64) out += char('0' + (c >> 6));
    if (digit_follows || c >= 8) out += char('0' + (c >> 3 & 7));
    out += char('0' + (c & 7));
}

}  // namespace

std::string escape(std::span<const std::byte> bytes) {
    std::string out;
    out.reserve(bytes.size() * 3 + 16);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const auto c = static_cast<unsigned char>(bytes[i]);
        const bool more = i + 1 < bytes.size();
        if (is_plain(c))
            out += char(c);
        else
            append_escape(out, c, more && is_octal_digit(static_cast<unsigned char>(bytes[i + 1])));
    }
    return out;
}

std::string quote(std::string_view text) {
    return '"' + escape(std::as_bytes(std::span(text.data(), text.size()))) + '"';
}

std::string spell(float value) {
    if (std::isinf(value)) return value < 0 ? "-__builtin_inff()" : "__builtin_inff()";
    if (std::isnan(value)) return "__builtin_nanf(\"\")";
    std::string text = fmt::format("{}", value);
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text + 'f';
}

std::string spell_comment(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const bool safe = c >= ' ' && c <= '~' && c != '\\' && c != '?' && c != '*';
        out += safe ? c : '_';
    }
    return out;
}

std::string spell_list(std::span<const std::int32_t> numbers, int indent) {
    std::string out, line;
    const std::string start(std::size_t(indent), ' ');
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        // INT32_MIN has no literal of its own type.
        const std::string number =
            numbers[i] == INT32_MIN ? "-2147483647 - 1" : std::to_string(numbers[i]);
        if (start.size() + line.size() + number.size() + 2 > 100) {
            out += start + line + '\n';
            line.clear();
        }
        line += (line.empty() ? "" : " ") + number + (i + 1 < numbers.size() ? "," : "");
    }
    return out + start + line;
}

std::string wrap_members(std::string_view initializer, int indent) {
    constexpr std::size_t columns = 92;
    const std::string start(std::size_t(indent), ' ');
    std::string out, line = start;
    while (!initializer.empty()) {
        const std::size_t comma = initializer.find(", .");
        const std::string_view member = initializer.substr(0, comma);
        if (line.size() > start.size() + 1 && line.size() + member.size() + 2 > columns) {
            out += line + '\n';
            line = start + ' ';
        } else if (line.size() > start.size() + 1) {
            line += ' ';
        }
        line += member;
        if (comma != std::string_view::npos) line += ',';
        initializer.remove_prefix(std::min(initializer.size(), member.size() + 2));
    }
    return out + line;
}

}  // namespace onnx2hpp
