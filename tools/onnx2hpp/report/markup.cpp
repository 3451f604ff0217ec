// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/markup.hpp>

#include <onnx2hpp/printable.hpp>

namespace onnx2hpp {
namespace {

/// The printable text, with `replacement(c)` for each character that has one.
template <class Replace>
std::string replace_in(std::string_view text, const Replace& replacement) {
    std::string out;
    for (const char c : printable(text)) {
        const std::string other = replacement(c);
        out += other.empty() ? std::string(1, c) : other;
    }
    return out;
}

std::string entity_of(char c) {
    switch (c) {
        case '&': return "&amp;";
        case '<': return "&lt;";
        case '>': return "&gt;";
        case '"': return "&quot;";
        case '\'': return "&#39;";
        default: return {};
    }
}

}  // namespace

std::string escape_markup(std::string_view text) { return replace_in(text, entity_of); }

std::string escape_markdown(std::string_view text) {
    constexpr std::string_view special = "\\`*_{}[]()#+!|~$@";
    return replace_in(text, [&](char c) {
        if (c == '<' || c == '>' || c == '&') return entity_of(c);
        return special.find(c) == special.npos ? std::string() : std::string{'\\', c};
    });
}

std::string escape_dot(std::string_view text) {
    return replace_in(text, [](char c) {
        return c == '"' || c == '\\' ? std::string{'\\', c} : std::string();
    });
}

}  // namespace onnx2hpp
