// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Checks that the arguments of run suit the model. One error says which one does not.

#include <tigris/execution/checks/backend_check.hpp>
#include <tigris/execution/checks/run_errors.hpp>
#include <tigris/execution/checks/workspace_check.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::execution {

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

/// `Out` is what a forwarding reference deduces: no reference for a temporary.
template <auto Model, target Target, class Out>
constexpr auto fault_of_outputs() {
    using model_type = type_of<Model>;
    using buffers = decltype(as_outputs<model_type>(declared<written_buffer<Out>>())
                                 .template outputs_of<model_type>());
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
