// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The buffers that the user passes to run, for each input and output, checked by the compiler.

#include <stddef.h>
#include <tigris/model/edge.hpp>
#include <tigris/planning/target.hpp>
#include <tigris/support/type_list.hpp>

namespace tigris {

/// Buffer B as the Index-th of several.
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

    template <class Model>
    constexpr const bound_buffers& inputs_of() const {
        static_assert(
            sizeof...(B) == size_t(own_inputs<Model>),
            "tigris: the number of buffers is not the model's number of inputs; give one for "
            "each input");
        return *this;
    }
    template <class Model>
    constexpr const bound_buffers& outputs_of() const {
        static_assert(
            sizeof...(B) == size_t(own_outputs<Model>),
            "tigris: the number of buffers is not the model's number of outputs; give one for "
            "each output");
        return *this;
    }
};

template <class... B>
using buffers_in_order = bound_buffers<make_index_sequence<int(sizeof...(B))>, B...>;

template <int Index, class B>
constexpr B& get(const bound_buffer<Index, B>& bound) {
    return bound.buffer;
}

/// Buffers of several inputs, in ONNX order: plain arrays, edge buffers, std::array, std::span of a
/// fixed extent. They must outlive the call of run that they are passed to.
template <class... B>
constexpr buffers_in_order<const B...> inputs(const B&... buffers) {
    return {{buffers}...};
}

/// Buffers of several outputs, in ONNX order.
template <class... B>
constexpr buffers_in_order<B...> outputs(B&... buffers) {
    return {{buffers}...};
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

namespace execution {

/// What tells inputs from outputs where they are bound. `own` are the caller's, `state` is where
/// one of the states behind these is in a workspace.
struct input_side {
    template <auto Model, int Index>
    using edge = input_edge<Model, Index>;
    template <class Model>
    static constexpr int own = own_inputs<Model>;

    static constexpr const io_modes& modes(const target& t) { return t.input; }
    template <int State, class Workspace>
    static constexpr auto* state(Workspace& memory) {
        return memory.template state_read<State>();
    }
};
struct output_side {
    template <auto Model, int Index>
    using edge = output_edge<Model, Index>;
    template <class Model>
    static constexpr int own = own_outputs<Model>;

    static constexpr const io_modes& modes(const target& t) { return t.output; }
    template <int State, class Workspace>
    static constexpr auto* state(Workspace& memory) {
        return memory.template state_written<State>();
    }
};

template <class P>
struct pointee;
template <class T>
struct pointee<T*> {
    using type = T;
};

template <class T>
concept list_of_buffers = T::is_list_of_buffers;

template <class T>
struct plain : without_const<T> {};
template <class T>
struct plain<T&> : without_const<T> {};

template <class T>
T& declared();

/// Element type and extent of a buffer, as its type says them; extent -1 if it does not.
template <class B>
struct buffer_facts {
    using type = typename plain<decltype(*declared<B>().data())>::type;
    static constexpr int extent = [] {
        if constexpr (requires { B::extent; })
            return int(B::extent);
        else
            return int(sizeof(B) / sizeof(type));
    }();
};
template <class T, size_t N>
struct buffer_facts<T[N]> {
    using type = T;
    static constexpr int extent = int(N);
};

template <class Edge, class B>
constexpr bool binds() {
    if constexpr (is_same<B, missing>)
        return true;
    else if constexpr (requires { typename B::edge_type; })
        return is_same<typename B::edge_type, Edge>;
    else if constexpr (requires { typename buffer_facts<B>::type; })
        return is_same<typename buffer_facts<B>::type, typename Edge::type> &&
               buffer_facts<B>::extent == Edge::extent;
    else
        return false;
}

/// One error that prints the edge and the buffer.
template <class Edge, class B>
struct check_buffer {
    static constexpr bool ok = binds<Edge, B>();
    static_assert(ok,
                  "tigris: the buffer's element type or extent is not that of the model's input or "
                  "output");
};

template <class B>
constexpr auto* data_of(B& buffer) {
    if constexpr (requires { buffer.data(); })
        return buffer.data();
    else
        return &buffer[0];
}

/// Address of the buffer for an edge, or null after the error that says why it does not fit.
template <class Edge, class B>
constexpr auto address_for(B& buffer) -> decltype(data_of(buffer)) {
    if constexpr (check_buffer<Edge, typename plain<B>::type>::ok)
        return data_of(buffer);
    else
        return nullptr;
}

/// What the planner's mode of an edge makes of what the user handed over.
template <class T>
struct caller_edge {
    T* data;
};
template <class Edge, class F>
struct source_edge {
    const F& source;
    template <class T>
    void receive(T* row, int count, int y) const {
        source(row, count, y);
    }
};
template <class Edge, class F>
struct sink_edge {
    const F& sink;
    template <class T>
    void send(const T* row, int count, int y) const {
        sink(row, count, y);
    }
};
struct workspace_edge {};

/// Stands for an edge behind the error that says why it does not suit.
struct unsuitable_edge {
    static constexpr unsigned char* data = nullptr;
    template <class T>
    void receive(T*, int, int) const {}
    template <class T>
    void send(const T*, int, int) const {}
};

/// Whether what was handed over suits an edge's mode.
template <class Edge, io Mode, class B>
constexpr bool suits_mode() {
    constexpr bool is_source = requires { B::is_row_source; };
    constexpr bool is_sink = requires { B::is_row_sink; };
    constexpr bool is_nothing = is_same<B, workspace_buffer>;
    switch (Mode) {
        case io::rows: return Edge::info.kind == tensor_kind::input ? is_source : is_sink;
        case io::caller: return !is_source && !is_sink && !is_nothing;
        default: return is_nothing;
    }
}

/// Its completion is one error that names the edge. (Nothing is asked of it: clang 19 goes on into
/// all branches behind a wrong constant of a wrong class.)
template <class Edge, io Mode, class B>
struct check_mode {
    static_assert(
        suits_mode<Edge, Mode, B>(),
        "tigris: what was passed for an input or output does not suit its I/O mode in the "
        "target: caller takes a buffer, rows takes rows_from(...) or rows_to(...), arena "
        "and slow take in_workspace");
    unsuitable_edge edge{};
};

template <class Edge, io Mode, class B>
constexpr auto bind_edge(B& given) {
    using plain_type = typename plain<B>::type;
    if constexpr (!suits_mode<Edge, Mode, plain_type>())
        return check_mode<Edge, Mode, plain_type>{}.edge;
    else if constexpr (requires { plain_type::is_row_source; })
        return source_edge<Edge, typename plain_type::function>{given.source};
    else if constexpr (requires { plain_type::is_row_sink; })
        return sink_edge<Edge, typename plain_type::function>{given.sink};
    else if constexpr (Mode == io::caller)
        return caller_edge<typename pointee<decltype(address_for<Edge>(given))>::type>{
            address_for<Edge>(given)};
    else
        return workspace_edge{};
}

/// Edges of one run, by their numbers.
template <int Index, class E>
struct bound_edge {
    E edge;
};
template <class Sequence, class... E>
struct bound_edges;
template <int... Index, class... E>
struct bound_edges<index_sequence<Index...>, E...> : bound_edge<Index, E>... {};

template <int Index, class E>
constexpr const E& edge_at(const bound_edge<Index, E>& bound) {
    return bound.edge;
}

template <int Index>
inline constexpr const workspace_buffer& another_workspace_buffer = in_workspace;

/// in_workspace for all inputs or outputs of the model.
template <int... Index>
constexpr auto all_in_workspace(index_sequence<Index...>) {
    return inputs(another_workspace_buffer<Index>...);
}

/// A single buffer is a list of one.
template <class Model, class B>
constexpr auto as_inputs(const B& buffer) {
    if constexpr (list_of_buffers<B>)
        return buffer;
    else if constexpr (is_same<B, workspace_buffer>)
        return all_in_workspace(make_index_sequence<own_inputs<Model>>{});
    else
        return inputs(buffer);
}

template <class Model, class B>
constexpr auto as_outputs(B& buffer) {
    if constexpr (list_of_buffers<typename plain<B>::type>)
        return buffer;
    else if constexpr (is_same<typename plain<B>::type, workspace_buffer>)
        return all_in_workspace(make_index_sequence<own_outputs<Model>>{});
    else
        return outputs(buffer);
}

}  // namespace execution
}  // namespace tigris
