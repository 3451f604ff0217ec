// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Which overload a call of a kernel picks: a backend's own, or a portable one.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/model/kernel_facts.hpp>

namespace tigris::test {

struct other_portable_tag : kernels::portable_tag {};

/// Becomes a backend's tag, but no portable_tag, of which it has two.
template <class Tag>
struct only : Tag, other_portable_tag {};
/// Where a backend has no kernel at all for a model.
template <>
struct only<kernels::portable_tag> {};

template <auto G, class Tag, class Layer, class Out, class... In>
concept calls_rows = requires(Tag t, const Layer& l, Out* o, int32_t n, In... in) {
    rows<G>(t, l, o, n, in...);
}
|| requires(Tag t, const Layer& l, Out* o, int32_t n, In... in) {
    numbered_rows<G>(t, l, o, n, n, in...);
};

template <auto G, class Tag, class Layer, class Sum, class In>
concept calls_add_rows = requires(Tag t, const Layer& l, Sum* sums, In in, int32_t n) {
    add_rows<G>(t, l, sums, in, n, n);
};

template <auto G, class Tag, class Layer, class Out, class... In>
concept calls_whole = requires(Tag t, const Layer& l, Out* o, const In*... in) {
    whole<G>(t, l, o, in...);
};

/// Whether the facts of a layer name the kernel that is called for it; `G` has its channels.
template <auto G, class Tag, class Layer, class T>
constexpr bool names_kernel(const kernel_facts& facts, const Layer&, const T*) {
    const bool has_own = calls_rows<G, only<Tag>, Layer, T, kernels::row_window<T>>;
    return has_own == (facts.backend != portable);
}

}  // namespace tigris::test
