// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the user hands to run: the caller's memory for each input and output, checked by the
// compiler.

#include <stddef.h>
#include <tigris/model/edge.hpp>
#include <tigris/support/type_list.hpp>

namespace tigris {

/// Buffer B as the I-th of several.
template <int I, class B>
struct bound_buffer {
    B& buffer;
};

/// Buffers of all inputs or of all outputs, in ONNX order.
template <class Sequence, class... B>
struct bound_buffers;
template <int... I, class... B>
struct bound_buffers<index_sequence<I...>, B...> : bound_buffer<I, B>... {
    static constexpr bool is_list_of_buffers = true;

    template <class Model>
    constexpr const bound_buffers& inputs_of() const {
        static_assert(sizeof...(B) == size_t(Model::inputs.size()),
                      "tigris: the model has another number of inputs");
        return *this;
    }
    template <class Model>
    constexpr const bound_buffers& outputs_of() const {
        static_assert(sizeof...(B) == size_t(Model::outputs.size()),
                      "tigris: the model has another number of outputs");
        return *this;
    }
};

template <class... B>
using buffers_in_order = bound_buffers<make_index_sequence<int(sizeof...(B))>, B...>;

template <int I, class B>
constexpr B& get(const bound_buffer<I, B>& bound) {
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

namespace execution {

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

/// A single buffer is a list of one.
template <class B>
constexpr auto as_inputs(const B& buffer) {
    if constexpr (list_of_buffers<B>)
        return buffer;
    else
        return inputs(buffer);
}

template <class B>
constexpr auto as_outputs(B& buffer) {
    if constexpr (list_of_buffers<typename plain<B>::type>)
        return buffer;
    else
        return outputs(buffer);
}

}  // namespace execution
}  // namespace tigris
