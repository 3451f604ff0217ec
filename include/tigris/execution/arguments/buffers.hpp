// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Types of what the user passes to run for inputs and outputs.

#include <tigris/execution/arguments/held_elements.hpp>
#include <tigris/support/type_list.hpp>

namespace tigris {

/// Buffer number Index of several.
template <int Index, class B>
struct bound_buffer {
    B& buffer;
};

/// Buffers of all inputs or of all outputs, in ONNX order.
template <class Sequence, class... B>
struct bound_buffers;
template <int... Index, class... B>
struct bound_buffers<index_sequence<Index...>, B...> : bound_buffer<Index, B>... {
    static constexpr bool is_list_of_buffers = true;

    static constexpr int count = int(sizeof...(B));

    template <class Model>
    constexpr const bound_buffers& inputs_of() const {
        return *this;
    }
    template <class Model>
    constexpr const bound_buffers& outputs_of() const {
        return *this;
    }
};

template <class... B>
using buffers_in_order = bound_buffers<make_index_sequence<int(sizeof...(B))>, B...>;

template <int Index, class B>
constexpr B& get(const bound_buffer<Index, B>& bound) {
    return bound.buffer;
}

/// Buffers of several inputs, in ONNX order: arrays, edge buffers, std::array, std::span of a fixed
/// extent, std::mdspan of fixed extents. They must outlive the call of run that they are passed to.
template <class... B>
constexpr buffers_in_order<const B...> inputs(const B&... buffers) {
    return {{buffers}...};
}

/// Whether B is a buffer with the name of its input or output (names.hpp).
template <class B>
concept is_named = B::is_named_buffer;

/// Buffers of several outputs, in ONNX order.
template <class... B>
    requires(!is_named<without_reference<B>> && ...)
constexpr auto outputs(B&&... buffers) {
    return buffers_in_order<execution::written_buffer<B>...>{{buffers}...};
}

/// A buffer whose elements the caller has in the order of memory.
template <class B>
struct ordered_buffer {
    using ordered = B;
    B& buffer;
};

/// Passes a buffer whose type does not say in which order its elements lie. You say that it is the
/// order in the comment of the header's model_type: channels last for images. Only the number of
/// elements and their type are checked.
template <class B>
constexpr ordered_buffer<B> in_memory_order(B& buffer) {
    return {buffer};
}
/// A temporary one, such as a view that the call makes: for this run alone.
template <class B>
constexpr ordered_buffer<const B> in_memory_order(const B&& buffer) {
    return {buffer};
}

/// Stands for an input or output that is in the workspace: modes arena and slow.
struct workspace_buffer {};
inline constexpr workspace_buffer in_workspace{};

/// Rows of an input in mode rows: source(row, count, y) writes the `count` elements of row y to
/// `row`. Called once for each row of a run, in order. The source must outlive the run.
template <class F>
struct row_source {
    static constexpr bool is_row_source = true;
    using function = F;
    const F& source;
};
template <class F>
constexpr row_source<F> rows_from(const F& source) {
    return {source};
}

/// Rows of an output in mode rows: sink(row, count, y) gets row y, once for each, in order.
template <class F>
struct row_sink {
    static constexpr bool is_row_sink = true;
    using function = F;
    const F& sink;
};
template <class F>
constexpr row_sink<F> rows_to(const F& sink) {
    return {sink};
}

}  // namespace tigris
