// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Checks that the arguments of run suit the model. One error says which one does not.

#include <tigris/execution/backend_check.hpp>
#include <tigris/execution/binding.hpp>
#include <tigris/execution/workspace_check.hpp>
#include <tigris/ops/list.hpp>
#include <tigris/support/check.hpp>

namespace tigris::execution {

/// An input or output as errors print it: its element type, and its extents in memory without
/// extents of 1.
template <class T, int... Extents>
struct expected;

/// The buffer that was given: its element type, and its extents without extents of 1.
template <class T, int... Extents>
struct given;

/// Names an input or output in an error by its number.
template <int Index>
struct input_number;
template <int Index>
struct output_number;

enum class buffer_fault {
    none,
    not_a_buffer,
    of_another_edge,
    bytes_for_floats,
    type,
    extents,
    order
};

/// The fault of a buffer that has extents and does not say its order. If the model's order differs
/// from ONNX's, neither a flat buffer nor one that fits both orders says which one it has.
constexpr buffer_fault fault_of_extents(const tensor& wanted, const shape& has) {
    const shape memory = without_ones(wanted.dims);
    if (has == memory && extents_tell_order(wanted)) return buffer_fault::none;
    const bool is_flat = has.rank <= 1 && element_count(has) == element_count(wanted);
    if (!is_flat && has != memory) return buffer_fault::extents;
    return has_onnx_order(wanted) ? buffer_fault::none : buffer_fault::order;
}

template <class Edge, class B>
constexpr buffer_fault fault_of_array() {
    using facts = buffer_facts<B>;
    constexpr stated_extents has = facts::extents;
    constexpr bool is_ordered = requires { typename B::ordered; };
    if (!has.known) return buffer_fault::not_a_buffer;
    if constexpr (!is_same<typename facts::type, typename Edge::type>)
        return is_same<typename Edge::type, float> && sizeof(typename facts::type) == 1
                   ? buffer_fault::bytes_for_floats
                   : buffer_fault::type;
    if (!is_ordered) return fault_of_extents(Edge::info, has.dims);
    return element_count(has.dims) == Edge::extent ? buffer_fault::none : buffer_fault::extents;
}

template <class Edge, class B>
constexpr buffer_fault fault_of_buffer() {
    if constexpr (is_same<B, missing>)
        return buffer_fault::none;
    else if constexpr (requires { typename B::edge_type; })
        return is_same<typename B::edge_type, Edge> ? buffer_fault::none
                                                    : buffer_fault::of_another_edge;
    else if constexpr (is_buffer<B>)
        return fault_of_array<Edge, B>();
    else
        return buffer_fault::not_a_buffer;
}

/// Always false. Compilers find that out only when the class is completed.
template <class T>
inline constexpr bool is_right = false;

// The errors: completing one of these classes gives one error.

template <class Number, class Expected>
struct no_fixed_extents {
    static_assert(is_right<Number>,
                  "tigris: this is no buffer of fixed extents. Pass an array, std::array, "
                  "std::span of a fixed extent or the model's own buffer");
};
template <class Number, class Expected>
struct buffer_of_another_edge {
    static_assert(is_right<Number>,
                  "tigris: the buffer is that of another input or output, or of another model");
};
template <class Number, class Expected, class Given>
struct bytes_for_floats {
    static_assert(is_right<Number>,
                  "tigris: the buffer holds bytes, and this input or output is float. Convert the "
                  "model with --edges quantized, or pass floats");
};
template <class Number, class Expected, class Given>
struct wrong_element_type {
    static_assert(is_right<Number>,
                  "tigris: the buffer's element type is not that of the model's input or output");
};
template <class Number, class Expected, class Given>
struct wrong_extents {
    static_assert(is_right<Number>,
                  "tigris: the buffer's extents are not those of the model's input or output");
};
template <class Number, class Expected, class Given>
struct order_not_known {
    static_assert(is_right<Number>,
                  "tigris: this buffer may be in ONNX's order, which is not the model's. Pass "
                  "tigris::in_memory_order(buffer)");
};
template <class Number, class Model>
struct missing_buffer {
    static_assert(is_right<Model>,
                  "tigris: no buffer was given for an input or output of the model; a name must be "
                  "the model's own");
};
template <class Number>
struct read_only_output {
    static_assert(is_right<Number>,
                  "tigris: this buffer is const, and the model writes its output into it");
};
template <class Model, class... Given>
struct no_arguments_of_run {
    static_assert(is_right<Model>,
                  "tigris: these are no arguments of run. Pass the model, a workspace of this "
                  "model unless its default one serves, inputs and outputs");
};
template <class Number, io Mode>
struct wrong_mode {
    static_assert(is_right<Number>,
                  "tigris: what was passed for an input or output does not suit its I/O mode in "
                  "the target: caller takes a buffer, rows takes rows_from(...) or rows_to(...), "
                  "arena and slow take in_workspace");
};
template <class Number>
struct rows_of_planes {
    static_assert(is_right<Number>,
                  "tigris: an input in ONNX's order cannot come row by row. Convert without "
                  "--io-layout onnx, or give it the mode tigris::io::caller");
};
template <class Number, class Element>
struct wrong_function_of_rows {
    static_assert(
        is_right<Number>,
        "tigris: the function of rows cannot be called with (element*, int count, int y), "
        "or (const element*, int count, int y) for an output");
};
template <class Model, int Given, int Needed>
struct wrong_number_of_inputs {
    static_assert(is_right<Model>,
                  "tigris: the number of buffers is not the model's number of inputs; give one for "
                  "each input");
};
template <class Model, int Given, int Needed>
struct wrong_number_of_outputs {
    static_assert(is_right<Model>,
                  "tigris: the number of buffers is not the model's number of outputs; give one "
                  "for each output");
};

/// Names of an edge and of a buffer, as errors print them.
template <class Edge>
struct printed_edge {
    using type = typename Edge::type;
    static constexpr shape dims = without_ones(Edge::dims);
};
template <class B>
struct printed_buffer {
    using type = typename buffer_facts<B>::type;
    static constexpr shape dims = buffer_facts<B>::extents.dims;
};

template <template <class, int...> class Printed, class Facts, int... Axis>
Printed<typename Facts::type, Facts::dims[Axis]...> print(index_sequence<Axis...>);
template <template <class, int...> class Printed, class Facts>
using printed = decltype(print<Printed, Facts>(make_index_sequence<int(Facts::dims.rank)>{}));

template <buffer_fault Fault, class Number, class Edge, class B>
constexpr auto describe_fault() {
    using wanted = printed<expected, printed_edge<Edge>>;
    if constexpr (Fault == buffer_fault::not_a_buffer)
        return as_check<no_fixed_extents<Number, wanted>>();
    else if constexpr (Fault == buffer_fault::of_another_edge)
        return as_check<buffer_of_another_edge<Number, wanted>>();
    else {
        using is = printed<given, printed_buffer<B>>;
        if constexpr (Fault == buffer_fault::bytes_for_floats)
            return as_check<bytes_for_floats<Number, wanted, is>>();
        else if constexpr (Fault == buffer_fault::type)
            return as_check<wrong_element_type<Number, wanted, is>>();
        else if constexpr (Fault == buffer_fault::extents)
            return as_check<wrong_extents<Number, wanted, is>>();
        else
            return as_check<order_not_known<Number, wanted, is>>();
    }
}

/// Whether an argument suits the mode of an edge.
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

/// Whether a row source or sink takes the rows of an edge. True for an argument that is neither.
template <class Edge, class B>
constexpr bool takes_rows() {
    using element = typename Edge::type;
    if constexpr (requires { B::is_row_source; })
        return requires(const typename B::function& f, element* row) { f(row, 0, 0); };
    else if constexpr (requires { B::is_row_sink; })
        return requires(const typename B::function& f, const element* row) { f(row, 0, 0); };
    else
        return true;
}

/// Whether rows of an input are gathered from its planes.
template <auto Model>
constexpr bool lies_in_planes(int input) {
    const graph_view g = Model.graph.all();
    for (const node& n : g.nodes) {
        if (n.kind != ops::kind_of<ops::interleave>) continue;
        for (const node& before : g.nodes)
            if (before.kind == ops::kind_of<ops::reshape> &&
                g.edges[before.first_output] == g.edges[n.first_input] &&
                g.edges[before.first_input] == input)
                return true;
    }
    return false;
}

template <class Model, class Number, class Edge, io Mode, bool InPlanes, class B>
constexpr auto fault_at() {
    constexpr buffer_fault fault =
        Mode == io::caller ? fault_of_buffer<Edge, B>() : buffer_fault::none;
    if constexpr (is_same<B, missing>)
        return as_check<missing_buffer<Number, Model>>();
    else if constexpr (!suits_mode<Edge, Mode, B>())
        return as_check<wrong_mode<Number, Mode>>();
    else if constexpr (Mode == io::rows && InPlanes)
        return as_check<rows_of_planes<Number>>();
    else if constexpr (Mode == io::rows && !takes_rows<Edge, B>())
        return as_check<wrong_function_of_rows<Number, typename Edge::type>>();
    else if constexpr (fault != buffer_fault::none)
        return describe_fault<fault, Number, Edge, B>();
    else
        return as_check<nothing_to_say>();
}

/// Whether a pointer is one to constants.
template <class Pointer>
inline constexpr bool is_read_only = false;
template <class T>
inline constexpr bool is_read_only<const T*> = true;

/// Inputs, with the names that errors print.
struct checked_inputs : input_side {
    static constexpr bool writes = false;
    template <class Model, int Given, int Needed>
    using wrong_number = wrong_number_of_inputs<Model, Given, Needed>;
    template <auto Model, int Index>
    static constexpr bool in_planes = lies_in_planes<Model>(Model.inputs[Index]);
    template <int Index>
    using number = input_number<Index>;
};
struct checked_outputs : output_side {
    static constexpr bool writes = true;
    template <class Model, int Given, int Needed>
    using wrong_number = wrong_number_of_outputs<Model, Given, Needed>;
    template <auto Model, int Index>
    static constexpr bool in_planes = false;
    template <int Index>
    using number = output_number<Index>;
};

template <class Side, io Mode, class Handed>
constexpr bool writes_constants() {
    if constexpr (Side::writes && Mode == io::caller)
        return is_read_only<decltype(data_of(declared<Handed>()))>;
    else
        return false;
}

/// The first fault of one side's buffers, from number Index on.
template <class Side, auto Model, target Target, class Buffers, int Index>
constexpr auto fault_from() {
    if constexpr (Index == Buffers::count) {
        return as_check<nothing_to_say>();
    } else {
        using handed = decltype(get<Index>(declared<const Buffers>()));
        using buffer = typename plain<handed>::type;
        constexpr auto found =
            fault_at<type_of<Model>, typename Side::template number<Index>,
                     typename Side::template edge<Model, Index>, Side::modes(Target)[Index],
                     Side::template in_planes<Model, Index>, buffer>();
        if constexpr (is_fault<type_of<found>>)
            return found;
        else if constexpr (writes_constants<Side, Side::modes(Target)[Index], handed>())
            return as_check<read_only_output<typename Side::template number<Index>>>();
        else
            return fault_from<Side, Model, Target, Buffers, Index + 1>();
    }
}

template <class Side, auto Model, target Target, class Buffers>
constexpr auto fault_of_side() {
    constexpr int needed = Side::template own<type_of<Model>>;
    if constexpr (Buffers::count != needed)
        return as_check<
            typename Side::template wrong_number<type_of<Model>, Buffers::count, needed>>();
    else
        return fault_from<Side, Model, Target, Buffers, 0>();
}

template <auto Model, target Target, class In>
constexpr auto fault_of_inputs() {
    using model_type = type_of<Model>;
    using buffers =
        decltype(as_inputs<model_type>(declared<In>()).template inputs_of<model_type>());
    return fault_of_side<checked_inputs, Model, Target, typename plain<buffers>::type>();
}

template <auto Model, target Target, class Out>
constexpr auto fault_of_outputs() {
    using model_type = type_of<Model>;
    using buffers =
        decltype(as_outputs<model_type>(declared<Out>()).template outputs_of<model_type>());
    return fault_of_side<checked_outputs, Model, Target, typename plain<buffers>::type>();
}

/// A pointer to the first fault of a run's workspace, backend, inputs and outputs, or to
/// nothing_to_say.
template <auto Model, target Target, class In, class Out>
constexpr auto fault_of_run() {
    constexpr auto of_workspace = as_check<workspace_check<Model, Target>>();
    constexpr auto of_backend = fault_of_backend<Model, Target>();
    constexpr auto of_inputs = fault_of_inputs<Model, Target, In>();
    if constexpr (is_fault<type_of<of_workspace>>)
        return of_workspace;
    else if constexpr (is_fault<type_of<of_backend>>)
        return of_backend;
    else if constexpr (is_fault<type_of<of_inputs>>)
        return of_inputs;
    else
        return fault_of_outputs<Model, Target, Out>();
}

/// A pointer to the first fault of a run whose inputs and outputs are all in the workspace.
template <auto Model, target Target>
constexpr auto fault_in_workspace() {
    return fault_of_run<Model, Target, workspace_buffer, const workspace_buffer&>();
}

template <auto Model, target Target, class In, class Out>
inline constexpr bool may_run = !is_fault<decltype(fault_of_run<Model, Target, In, Out>())>;

}  // namespace tigris::execution
