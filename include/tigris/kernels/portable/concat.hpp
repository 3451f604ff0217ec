// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Tensors joined along one axis, in plain C++.

#include <tigris/kernels/contract/key.hpp>
#include <tigris/kernels/contract/row_window.hpp>
#include <tigris/kernels/walks/spans.hpp>
#include <tigris/ops/list.hpp>
#include <tigris/support/index_sequence.hpp>

namespace tigris::kernels {

/// A row (or the whole, under that contract) is `spans` spans of `total` elements, elements[k] of
/// them input k's.
template <class T>
struct concat_layer {
    int32_t spans = 0;
    int32_t total = 0;
    int32_t elements[ops::max_concat_inputs]{};
    rescaling codes[ops::max_concat_inputs]{};
};

constexpr bool is_copied(const tensor& from, const tensor& to) {
    return from.type == to.type && from.quant == to.quant;
}

constexpr bool copies_all(const operands& t) {
    for (int i = 0; i < t.inputs; ++i)
        if (!is_copied(t.input(i), t.output())) return false;
    return true;
}

struct concat_key {
    rounding rounds = rounding::nearest;  // rounding of rescaled codes
    uint32_t in_slices = 0;               // bit k: input k lies in the output already

    friend constexpr bool operator==(const concat_key&, const concat_key&) = default;
};

constexpr concat_key key_of(const ops::concat&, const operands& t, rounding rounds) {
    return {.rounds = copies_all(t) ? rounding::nearest : rounding_of(t, rounds)};
}

/// Elements of a tensor from an axis on.
constexpr int32_t elements_from(const shape& dims, int axis) {
    int32_t elements = 1;
    for (; axis < dims.rank; ++axis) elements *= dims[axis];
    return elements;
}

template <class T>
constexpr concat_layer<T> layer_of(const ops::concat& op, const operands& t, view<const constant>,
                                   rounding rounds) {
    const shape output = t.output().dims;
    const bool by_rows = describe(op, t).contract == ops::contract::rows;
    const int32_t elements =
        by_rows ? rows_of(output).row_elements() : int32_t(element_count(output));
    concat_layer<T> layer{.total = elements_from(output, op.axis)};
    layer.spans = elements / layer.total;
    for (int i = 0; i < t.inputs; ++i) {
        layer.elements[i] = elements_from(t.input(i).dims, op.axis);
        layer.codes[i] = rescaling_of({}, t.input(i), t.output(), rounds);
    }
    return layer;
}

/// Whether a run reads the record of a step. Compilers read a concat's record when they compile
/// kernels.
constexpr bool keeps_record(const ops::concat&, const operands&) { return false; }

/// Member by member, so that compilers make it of constants instead of reading the layer.
[[gnu::always_inline]] constexpr rescaling copied(const rescaling& r) {
    return {{r.multiplier.multiplier, r.multiplier.shift},
            r.zero_point_in,
            {r.codes.zero_point, r.codes.low, r.codes.high}};
}

constexpr bool lies_in_slice(uint32_t in_slices, int input) {
    return input < 32 && (in_slices >> input & 1);
}

template <class Pointer>
struct pointed_to;
template <class T>
struct pointed_to<const T*> {
    using type = T;
};
template <class T>
struct pointed_to<constant_pointer<T>> {
    using type = T;
};

/// Whether input K's elements need more than a copy.
template <class In, class Out, class T>
[[gnu::always_inline]] constexpr bool changes_codes(const concat_layer<T>& layer, int input) {
    if constexpr (is_same<In, Out>)
        return is_quantizable(dtype_of<Out>) && !layer.codes[input].is_identity();
    else
        return true;
}

/// Input K's part of a row of the output, which begins at `out`.
template <concat_key G, int K, class Tag, class T, class Out, class In>
[[gnu::always_inline]] constexpr void join_input(Tag tag, const concat_layer<T>& layer, Out* out,
                                                 In in) {
    using element = typename pointed_to<In>::type;
    constexpr bool copies = is_same<element, Out>, lies_there = lies_in_slice(G.in_slices, K);
    constexpr bool has_codes = is_quantizable(dtype_of<element>) && is_quantizable(dtype_of<Out>);
    static_assert(copies || has_codes,
                  "tigris: no kernel joins tensors of these different element types");
    const int32_t count = layer.elements[K], step_in = lies_there ? layer.total : count;
    if constexpr (has_codes)
        if (changes_codes<element, Out>(layer, K))
            return rescale_spans<G.rounds>(tag, out, layer.total, in, step_in, count, layer.spans,
                                           copied(layer.codes[K]));
    if constexpr (copies && !lies_there)
        copy_spans(tag, out, layer.total, in, step_in, count, layer.spans);
}

template <class T>
[[gnu::always_inline]] constexpr int32_t slice_begin(const concat_layer<T>& layer, int input) {
    int32_t begin = 0;
    for (int k = 0; k < input; ++k) begin += layer.elements[k];
    return begin;
}

/// Operands are row_windows of activations or constant_rows of constants, in any combination.
template <concat_key G, class Tag, class T, class Out, class... Windows>
[[gnu::always_inline]] constexpr void join_rows(Tag tag, const concat_layer<T>& layer, Out* out,
                                                int32_t row_count, const Windows&... windows) {
    for (int32_t y = 0; y < row_count; ++y, out += layer.spans * layer.total)
        [&]<int... K>(index_sequence<K...>) {
            (join_input<G, K>(tag, layer, out + slice_begin(layer, K), windows(y)), ...);
        }
    (make_index_sequence<int(sizeof...(Windows))>{});
}

/// Operands are pointers to activations or constant_pointers to constants.
template <concat_key G, class Tag, class T, class Out, class... In>
[[gnu::always_inline]] constexpr void join_all(Tag tag, const concat_layer<T>& layer, Out* out,
                                               In... in) {
    [&]<int... K>(index_sequence<K...>) {
        (join_input<G, K>(tag, layer, out + slice_begin(layer, K), in), ...);
    }
    (make_index_sequence<int(sizeof...(In))>{});
}

template <concat_key G, class T, class Out, class... Windows>
[[gnu::always_inline]] constexpr void rows(portable_tag tag, const concat_layer<T>& layer, Out* out,
                                           int32_t row_count, const Windows&... windows) {
    join_rows<G>(tag, layer, out, row_count, windows...);
}

template <concat_key G, class T, class Out, class... In>
[[gnu::always_inline]] constexpr void whole(portable_tag tag, const concat_layer<T>& layer,
                                            Out* out, In... in) {
    join_all<G>(tag, layer, out, in...);
}

}  // namespace tigris::kernels
