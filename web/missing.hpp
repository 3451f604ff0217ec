// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the C++ library of Debian 12's Emscripten lacks: std::bit_cast, and std::from_chars of real
// numbers. Each file of a build for WebAssembly includes this first.

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>
#include <version>

namespace std {

#if !defined(__cpp_lib_bit_cast)
#define __cpp_lib_bit_cast 201806L
template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
    return __builtin_bit_cast(To, from);
}
#endif

#if !defined(__cpp_lib_to_chars)
namespace missing {

inline float parse(const char* text, char** end, float) { return strtof(text, end); }
inline double parse(const char* text, char** end, double) { return strtod(text, end); }

/// What strtod reads and from_chars does not: a blank or a plus before the number, hexadecimal.
inline string readable(const char* first, const char* last) {
    if (first == last || !strchr("-.0123456789in", *first)) return {};
    const string text(first, last);
    return text.substr(0, text.find_first_of("xX"));
}

template <class T>
from_chars_result from_chars(const char* first, const char* last, T& value) {
    const string text = readable(first, last);
    char* end = nullptr;
    const T number = parse(text.c_str(), &end, T{});
    const char* const stop = first + (end - text.c_str());
    if (stop == first) return {first, errc::invalid_argument};
    const string_view read(first, size_t(stop - first));
    const bool has_digits =
        read.substr(0, read.find_first_of("eE")).find_first_of("123456789") < read.size();
    const bool is_named = read.find_first_of("in") < read.size();
    if ((isinf(number) && !is_named) || (number == 0 && has_digits))
        return {stop, errc::result_out_of_range};
    value = number;
    return {stop, errc{}};
}

}  // namespace missing

inline from_chars_result from_chars(const char* first, const char* last, float& value) {
    return missing::from_chars(first, last, value);
}
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
    return missing::from_chars(first, last, value);
}
#endif

}  // namespace std
