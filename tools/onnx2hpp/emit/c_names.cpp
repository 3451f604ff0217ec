// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/c_names.hpp>

#include <onnx2hpp/identifier.hpp>

#include <algorithm>
#include <iterator>

namespace onnx2hpp {
namespace {

// Sorted: macros of C's headers that identifier_from lets pass, because C++ has none of them.
constexpr std::string_view c_macros[] = {
    "accum",    "complex", "direct",     "fract",        "h_addr", "h_errno",
    "noreturn", "s6_addr", "sa_handler", "sa_sigaction", "sat",    "sched_priority"};

std::string c_identifier(std::string_view text) {
    const std::string result = identifier_from(text);
    const bool is_macro = std::binary_search(std::begin(c_macros), std::end(c_macros), result);
    return is_macro ? result + '_' : result;
}

std::string without_end(std::string text) {
    while (!text.empty() && text.back() == '_') text.pop_back();
    return text;
}

std::string cut(const std::string& text, std::size_t length) {
    return without_end(text.substr(0, length));
}

}  // namespace

std::string c_prefix(std::string_view model_name) { return without_end(std::string(model_name)); }

std::string macro_name(std::string_view name) {
    std::string out = without_end(std::string(name));
    for (char& c : out)
        if (c >= 'a' && c <= 'z') c = char(c - 'a' + 'A');
    return out;
}

std::string c_names::make(std::string_view text) {
    const std::string base = cut(identifier_from(text), max_length);
    std::string result = c_identifier(base);  // what is left of a cut word may be a keyword
    for (int count = 2; !taken.insert(macro_name(result)).second; ++count) {
        const std::string suffix = '_' + std::to_string(count);
        result = cut(base, max_length - suffix.size()) + suffix;
    }
    return result;
}

}  // namespace onnx2hpp
