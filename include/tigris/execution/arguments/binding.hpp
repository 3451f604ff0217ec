// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Binds the buffers that the user passes to run, one for each input and output.

#include <tigris/execution/arguments/buffer_shape.hpp>
#include <tigris/execution/arguments/buffers.hpp>
#include <tigris/model/edge.hpp>
#include <tigris/model/state.hpp>
#include <tigris/planning/target/target.hpp>

namespace tigris::execution {

/// Traits of inputs, so that inputs and outputs are bound by the same functions. `own` counts the
/// edges of the caller. `state` is the place of a state in the workspace; states follow those
/// edges.
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

/// What a kernel sees of an edge, for a mode of the planner and what the user handed over.
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

/// Binds a buffer to an input or output. Requires that run_check found no fault in the buffer.
template <class Edge, io Mode, class B>
constexpr auto bind_edge(B& given) {
    using plain_type = typename plain<B>::type;
    if constexpr (requires { plain_type::is_row_source; })
        return source_edge<Edge, typename plain_type::function>{given.source};
    else if constexpr (requires { plain_type::is_row_sink; })
        return sink_edge<Edge, typename plain_type::function>{given.sink};
    else if constexpr (Mode == io::caller)
        return caller_edge<typename pointee<decltype(data_of(given))>::type>{data_of(given)};
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

/// A list of in_workspace for all inputs or outputs of the model.
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

}  // namespace tigris::execution
