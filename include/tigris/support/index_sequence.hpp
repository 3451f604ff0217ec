// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Compile-time sequences 0 .. N-1, without <utility>, which a bare toolchain may lack.

namespace tigris {

template <int... Index>
struct index_sequence {};

#if defined(__clang__)
template <class, int... Index>
using index_sequence_from_builtin = index_sequence<Index...>;
template <int N>
using make_index_sequence = __make_integer_seq<index_sequence_from_builtin, int, N>;
#else
template <int N>
using make_index_sequence = index_sequence<__integer_pack(N)...>;
#endif

/// A number as a type, for overloads and deduction.
template <int N>
struct index_constant {
    static constexpr int value = N;
};

template <class Indices>
struct each_index;
template <int... Index>
struct each_index<index_sequence<Index...>> {
    /// An array initializer, because clang refuses fold expressions of more than 256 elements.
    template <class F>
    [[gnu::always_inline]] constexpr void operator()(F&& f) const {
        [[maybe_unused]] const int order[]{0, (f(index_constant<Index>{}), 0)...};
    }
};

/// for_each_index<N>(f) calls f(index_constant<0>{}) ... f(index_constant<N-1>{}) in order.
template <int N>
inline constexpr each_index<make_index_sequence<N>> for_each_index{};

}  // namespace tigris
