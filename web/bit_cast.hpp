// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// std::bit_cast for the C++ library of Debian 12's Emscripten, which lacks it. Each file of a
// build for WebAssembly includes this first.

#include <bit>
#include <version>

#if !defined(__cpp_lib_bit_cast)
#define __cpp_lib_bit_cast 201806L

namespace std {

template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
    return __builtin_bit_cast(To, from);
}

}  // namespace std
#endif
