// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// An array that may be empty, copies as a value and compares: what constexpr functions return.

namespace tigris {

template <class T, int N>
struct sized_array {
    static constexpr int extent = N;

    T items[N > 0 ? N : 1]{};

    constexpr T& operator[](int i) { return items[i]; }
    constexpr const T& operator[](int i) const { return items[i]; }
    constexpr T* data() { return items; }
    constexpr const T* data() const { return items; }
    static constexpr int size() { return N; }
    constexpr T* begin() { return items; }
    constexpr T* end() { return items + N; }
    constexpr const T* begin() const { return items; }
    constexpr const T* end() const { return items + N; }
};

template <class T, int N>
constexpr bool operator==(const sized_array<T, N>& a, const T (&b)[N]) {
    for (int i = 0; i < N; ++i)
        if (a[i] != b[i]) return false;
    return true;
}

template <class T, int N>
constexpr bool operator==(const sized_array<T, N>& a, const sized_array<T, N>& b) {
    return a == b.items;
}

}  // namespace tigris
