// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The errors of run's arguments, with what they print of an input or output and of its buffer.

#include <tigris/execution/arguments/buffer_fault.hpp>
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
    static_assert(
        is_right<Number>,
        "tigris: the buffer is that of another input or output, or of another model; pass "
        "the buffer of this one");
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
                  "tigris: the buffer's element type is not that of the model's input or output; "
                  "declare it as expected<> says");
};
template <class Number, class Expected, class Given>
struct wrong_extents {
    static_assert(is_right<Number>,
                  "tigris: the buffer's extents are not those of the model's input or output. "
                  "Declare it as expected<> says, or convert with another --io-layout");
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
                  "tigris: this buffer is const or a temporary, and the model writes its output "
                  "into it; pass a variable without const");
};
template <class Model, class... Given>
struct no_arguments_of_run {
    static_assert(is_right<Model>,
                  "tigris: these are no arguments of run. Pass the model, a workspace of this "
                  "model unless its default one serves, inputs and outputs");
};
template <class Model>
struct target_for_workspace {
    static_assert(is_right<Model>,
                  "tigris: run takes no target; declare a tigris::workspace<model, target> and "
                  "pass this workspace");
};
template <class First>
struct no_model_of_run {
    static_assert(is_right<First>,
                  "tigris: the first argument of run is no model; pass the model, then a "
                  "workspace, inputs and outputs");
};
template <class... Given>
struct brackets_of_run {
    static_assert(is_right<brackets_of_run>,
                  "tigris: run takes nothing in angle brackets; pass the model first, and a "
                  "workspace<model, target> for a target");
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

}  // namespace tigris::execution
