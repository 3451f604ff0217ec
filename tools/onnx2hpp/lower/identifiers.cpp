// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/identifier.hpp>
#include <onnx2hpp/lower/identifiers.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// Whether the first character that an identifier would keep is a letter.
bool begins_with_letter(std::string_view name) {
    const auto kept = std::find_if(name.begin(), name.end(),
                                   [](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
    return kept != name.end() && is_letter(*kept);
}

/// The first characters, without '_' at the end.
std::string cut(std::string text, std::size_t length) {
    if (text.size() > length) text.resize(length);
    while (!text.empty() && text.back() == '_') text.pop_back();
    return text;
}

/// No header that is included before has a macro of this name.
std::string unlike_macros(const std::string& text) {
    return may_be_macro(text) && text.back() != '_' ? text + '_' : text;
}

}  // namespace

std::string identifiers::make(std::string_view prefix, std::string_view name) {
    std::string text(name);
    if (!begins_with_letter(name)) text = std::string(prefix) + "_" + text;
    // Once more, because what is left of a cut word may be a keyword.
    const std::string base = identifier_from(cut(identifier_from(text), max_length - 1));
    std::string result = unlike_macros(base);
    // All counts before the last one that was given out are taken.
    int& count = next_count.try_emplace(base, 2).first->second;
    for (; !taken.insert(result).second; ++count) {
        const std::string suffix = "_" + std::to_string(count);
        result = unlike_macros(cut(base, max_length - 1 - suffix.size()) + suffix);
    }
    return result;
}

}  // namespace onnx2hpp
