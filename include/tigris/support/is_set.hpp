// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Null pointers in constant expressions.

namespace tigris {

/// Whether a pointer points to an object. With -fno-delete-null-pointer-checks and
/// -fsanitize=undefined, g++ does not evaluate whether the address of an inline variable is null.
/// It never is.
template <class T>
constexpr bool is_set(const T* p) {
    if (__builtin_is_constant_evaluated())
        return !__builtin_constant_p(p == nullptr) || p != nullptr;
    return p != nullptr;
}

}  // namespace tigris
