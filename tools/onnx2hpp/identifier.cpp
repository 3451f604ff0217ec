// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/identifier.hpp>

#include <algorithm>
#include <iterator>

namespace onnx2hpp {
namespace {

// Sorted: C++20's keywords and alternative tokens, and the two namespaces that every header uses.
constexpr std::string_view taken_words[] = {"alignas",       "alignof",      "and",
                                            "and_eq",        "asm",          "auto",
                                            "bitand",        "bitor",        "bool",
                                            "break",         "case",         "catch",
                                            "char",          "char16_t",     "char32_t",
                                            "char8_t",       "class",        "co_await",
                                            "co_return",     "co_yield",     "compl",
                                            "concept",       "const",        "const_cast",
                                            "consteval",     "constexpr",    "constinit",
                                            "continue",      "decltype",     "default",
                                            "delete",        "do",           "double",
                                            "dynamic_cast",  "else",         "enum",
                                            "explicit",      "export",       "extern",
                                            "false",         "float",        "for",
                                            "friend",        "goto",         "if",
                                            "inline",        "int",          "long",
                                            "mutable",       "namespace",    "new",
                                            "noexcept",      "not",          "not_eq",
                                            "nullptr",       "operator",     "or",
                                            "or_eq",         "private",      "protected",
                                            "public",        "register",     "reinterpret_cast",
                                            "requires",      "return",       "short",
                                            "signed",        "sizeof",       "static",
                                            "static_assert", "static_cast",  "std",
                                            "struct",        "switch",       "template",
                                            "this",          "thread_local", "throw",
                                            "tigris",        "true",         "try",
                                            "typedef",       "typeid",       "typename",
                                            "union",         "unsigned",     "using",
                                            "virtual",       "void",         "volatile",
                                            "wchar_t",       "while",        "xor",
                                            "xor_eq"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_word_character(char c) {
    return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool is_taken(std::string_view text) {
    return std::binary_search(std::begin(taken_words), std::end(taken_words), text);
}

}  // namespace

bool is_identifier(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_word_character) &&
           !is_digit(text.front()) && text.front() != '_' &&
           text.find("__") == std::string_view::npos && !is_taken(text);
}

std::string identifier_from(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const char kept = is_word_character(c) ? c : '_';
        if (kept != '_' || (!result.empty() && result.back() != '_')) result += kept;
    }
    if (!result.empty() && result.back() == '_') result.pop_back();
    if (result.empty()) return "model";
    if (is_digit(result.front())) return "model_" + result;
    return is_taken(result) ? result + "_" : result;
}

}  // namespace onnx2hpp
