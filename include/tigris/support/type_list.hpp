// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Lists of types: find one by its place, or the place of one.

#include <tigris/support/index_sequence.hpp>

namespace tigris {

template <int Index, class T>
struct indexed_type {
    using type = T;
};

template <class Sequence, class... T>
struct indexed_types;
template <int... Index, class... T>
struct indexed_types<index_sequence<Index...>, T...> : indexed_type<Index, T>... {};

template <int Index, class T>
indexed_type<Index, T> select_type(indexed_type<Index, T>);

template <class A, class B>
inline constexpr bool is_same = false;
template <class A>
inline constexpr bool is_same<A, A> = true;

template <class T>
struct without_const {
    using type = T;
};
template <class T>
struct without_const<const T> {
    using type = T;
};

template <class T>
struct referred {
    using type = T;
};
template <class T>
struct referred<T&> {
    using type = T;
};
template <class T>
using without_reference = typename referred<T>::type;

/// The type of a template argument that is a value.
template <auto Value>
using type_of = typename without_const<decltype(Value)>::type;

template <class... T>
struct type_list {
    static constexpr int size = int(sizeof...(T));

    template <int Index>
    using at = typename decltype(select_type<Index>(
        indexed_types<make_index_sequence<int(sizeof...(T))>, T...>{}))::type;

    template <template <class...> class Template>
    using apply = Template<T...>;

    template <class U>
    static constexpr bool contains = (is_same<U, T> || ...);
};

}  // namespace tigris
