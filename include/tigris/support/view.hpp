// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A pointer and a length. Planners and tables are passed as views, in the compiler and in the tool.
// For compilers, a call costs five times as much as access to a member. So loops that they evaluate
// often use data[i], and count from one number to another.

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
