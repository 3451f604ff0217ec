// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A pointer and a length: how planners and tables are passed, in the compiler and in the tool
// alike. A call costs compilers five times what an access to a member does: loops that they
// evaluate often say data[i], and count from one number to another.

namespace tigris {

template <class T>
struct view {
    T* data = nullptr;
    int size = 0;

    constexpr T& operator[](int i) const { return data[i]; }
    constexpr T* begin() const { return data; }
    constexpr T* end() const { return data + size; }
};

template <class T, int N>
constexpr view<T> view_of(T (&items)[N]) {
    return {items, N};
}

}  // namespace tigris
