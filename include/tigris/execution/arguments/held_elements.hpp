// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which buffers end together with their elements.

#include <stddef.h>
#include <stdint.h>
#include <tigris/support/type_list.hpp>

namespace tigris::execution {

template <class T>
T& declared();

template <class B>
concept has_data = requires(B& b) {
    b.data();
};

template <int64_t Number>
struct constant_number;
template <class B>
concept has_constant_size = requires {
    typename constant_number<int64_t(B{}.size())>;
};

template <class B>
constexpr bool find_elements() {
    if constexpr (__is_aggregate(B) && has_data<B> && has_constant_size<B>)
        return sizeof(B) == size_t(B{}.size()) * sizeof(*declared<B>().data());
    else
        return false;
}
/// Whether a class has a constant number of elements and nothing else, as std::array has. A class
/// that points to its elements does not hold them.
template <class B>
inline constexpr bool holds_elements = find_elements<B>();

/// Whether an argument ends with the call, and its elements with it. `B` is what a forwarding
/// reference deduces: no reference for a temporary.
template <class B>
inline constexpr bool is_lost = holds_elements<B>;
template <class B>
inline constexpr bool is_lost<B&> = false;
template <class T, size_t N>
inline constexpr bool is_lost<T[N]> = true;

template <class B, bool Lost>
struct written {
    using type = without_reference<B>;
};
template <class B>
struct written<B, true> {
    using type = const B;
};
/// What a forwarding reference B gives a run to write to: constants where the elements are lost.
template <class B>
using written_buffer = typename written<B, is_lost<B>>::type;

}  // namespace tigris::execution
