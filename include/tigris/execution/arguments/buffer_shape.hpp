// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a buffer's C++ type says about it: element type and extents.

#include <stddef.h>
#include <tigris/execution/arguments/buffers.hpp>
#include <tigris/execution/arguments/held_elements.hpp>
#include <tigris/model/shape.hpp>

namespace tigris::execution {

template <class T>
using plain = without_const<without_reference<T>>;

/// Extents that a buffer's type states, outermost first, without extents of 1. If not `known`, the
/// type states none, or too many.
struct stated_extents {
    shape dims{};
    bool known = true;

    constexpr stated_extents within(int64_t extent) const {
        if (extent == 1) return *this;
        if (!known || extent < 0 || extent > INT32_MAX || dims.rank == max_rank)
            return {.known = false};
        stated_extents out{{.rank = int8_t(dims.rank + 1)}};
        out.dims.extent[0] = int32_t(extent);
        for (int axis = 0; axis < dims.rank; ++axis) out.dims.extent[axis + 1] = dims[axis];
        return out;
    }
};

/// The first number of an element, which may be an array itself.
template <class T>
constexpr T* first_number(T* first) {
    return first;
}
template <class T, size_t N>
auto* first_number(T (*first)[N]) {
    return first_number(reinterpret_cast<T*>(first));
}
template <class T>
    requires requires(T& array) { array.data(); }
auto* first_number(T* first) { return first_number(first->data()); }

template <class B>
concept has_static_extents = requires(B& b) {
    b.data_handle();
    B::static_extent(size_t(0));
    typename B::mapping_type;
};

/// What a buffer's type states: element type and extents. A number is one element.
template <class T>
struct buffer_facts {
    using type = T;
    static constexpr stated_extents extents{};
};
template <class T, size_t N>
struct buffer_facts<T[N]> {
    using element = buffer_facts<typename without_const<T>::type>;
    using type = typename element::type;
    static constexpr stated_extents extents = element::extents.within(int64_t(N));
};
/// std::span states its extent, std::array by its size.
template <has_data B>
struct buffer_facts<B> {
    using item = typename plain<decltype(*declared<B>().data())>::type;
    using element = buffer_facts<item>;
    using type = typename element::type;
    static constexpr stated_extents extents = element::extents.within([]() -> int64_t {
        if constexpr (requires { B::extent; })
            return B::extent == size_t(-1) ? -1 : int64_t(B::extent);
        else
            return holds_elements<B> ? int64_t(sizeof(B) / sizeof(item)) : -1;
    }());
};
/// std::mdspan, row after row.
template <has_static_extents B>
struct buffer_facts<B> {
    using type = typename plain<decltype(*declared<B>().data_handle())>::type;
    static constexpr stated_extents extents = [] {
        stated_extents found{};
        int64_t stride = 1;
        for (int axis = int(B::rank()) - 1; axis >= 0; --axis) {
            const size_t extent = B::static_extent(size_t(axis));
            if (extent == size_t(-1)) return stated_extents{.known = false};
            if (extent != 1 && int64_t(typename B::mapping_type{}.stride(size_t(axis))) != stride)
                return stated_extents{.known = false};
            found = found.within(int64_t(extent));
            stride *= int64_t(extent);
        }
        return found;
    }();
};
template <class B>
struct buffer_facts<ordered_buffer<B>> : buffer_facts<typename without_const<B>::type> {};

template <class B>
inline constexpr bool is_buffer = has_data<B> || has_static_extents<B>;
template <class T, size_t N>
inline constexpr bool is_buffer<T[N]> = true;
template <class B>
inline constexpr bool is_buffer<ordered_buffer<B>> = is_buffer<typename without_const<B>::type>;

/// Where the elements of a buffer begin.
template <class B>
constexpr auto* data_of(B& buffer) {
    if constexpr (requires { buffer.data(); })
        return first_number(buffer.data());
    else if constexpr (requires { buffer.data_handle(); })
        return buffer.data_handle();
    else if constexpr (requires { typename B::ordered; })
        return data_of(buffer.buffer);
    else
        return first_number(&buffer[0]);
}

}  // namespace tigris::execution
