// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/checks/run_check.hpp>

#include <helpers/found_fault.hpp>
#include <helpers/running_sum.hpp>
#include <helpers/two_by_two.hpp>

#include <doctest/doctest.h>

#include <array>
#include <span>

using namespace tigris;
using namespace tigris::execution;
using test::finds;
using test::finds_nothing;

// Which buffers suit which edge is in buffers.cpp.

namespace {

using two = two_by_two::model_type;
constexpr auto model = two_by_two::model;
using sum = test::running_sum<dtype::f32, 0, false>;
using in_edge = input_edge<model, 0>;
using out_edge = output_edge<model, 0>;

using rows = float[2][3];
template <class... B>
using ins = buffers_in_order<const B...>;
template <class... B>
using outs = buffers_in_order<B...>;

/// Functions of rows.
struct for_floats {
    void operator()(float*, int, int) const {}
};
struct for_constants {
    void operator()(const float*, int, int) const {}
};
struct for_codes {
    void operator()(const int8_t*, int, int) const {}
};
using source = row_source<for_floats>;
using sink = row_sink<for_constants>;

/// Input 0 goes to two steps. Input 1 is reshaped into planes, whose pixels become rows.
struct gathered {
    static constexpr tigris::graph<5, 3, 6> graph{
        .tensors = {},
        .nodes = {{ops::kind_of<ops::reshape>, 0, 0, 1, 1, 1},
                  {ops::kind_of<ops::reshape>, 0, 2, 1, 3, 1},
                  {ops::kind_of<ops::interleave>, 0, 4, 1, 5, 1}},
        .edges = {0, 2, 1, 3, 3, 4}};
};

constexpr target caller{}, in_rows{.input = {io::caller, io::rows}};
constexpr target in_arena{.input = io::arena, .output = io::arena};

template <class In, target Target = caller>
constexpr auto fault_of_in = fault_of_inputs<model, Target, In>();
template <class Out, target Target = caller>
constexpr auto fault_of_out = fault_of_outputs<model, Target, Out>();
template <auto Mode, bool InPlanes, class B>
constexpr auto fault_of_one = fault_at<two, input_number<0>, in_edge, Mode, InPlanes, B>();

}  // namespace

TEST_CASE("what suits an edge depends on its mode") {
    CHECK(suits_mode<in_edge, io::caller, rows>());
    CHECK_FALSE(suits_mode<in_edge, io::caller, source>());
    CHECK_FALSE(suits_mode<in_edge, io::caller, sink>());
    CHECK_FALSE(suits_mode<in_edge, io::caller, workspace_buffer>());
    CHECK(suits_mode<in_edge, io::rows, source>());
    CHECK_FALSE(suits_mode<in_edge, io::rows, sink>());
    CHECK_FALSE(suits_mode<in_edge, io::rows, rows>());
    CHECK(suits_mode<out_edge, io::rows, sink>());
    CHECK_FALSE(suits_mode<out_edge, io::rows, source>());
    for_each_index<2>([](auto is_slow) {
        constexpr io mode = is_slow.value ? io::slow : io::arena;
        CHECK(suits_mode<in_edge, mode, workspace_buffer>());
        CHECK_FALSE(suits_mode<in_edge, mode, rows>());
        CHECK_FALSE(suits_mode<out_edge, mode, sink>());
    });
}

TEST_CASE("a function of rows takes the elements of its edge, which a sink may not write") {
    CHECK(takes_rows<in_edge, source>());
    CHECK(takes_rows<in_edge, row_source<for_constants>>());
    CHECK_FALSE(takes_rows<in_edge, row_source<for_codes>>());
    CHECK(takes_rows<out_edge, sink>());
    CHECK_FALSE(takes_rows<out_edge, row_sink<for_floats>>());
    CHECK_FALSE(takes_rows<out_edge, row_sink<for_codes>>());
    CHECK(takes_rows<in_edge, rows>());
}

TEST_CASE("an input lies in planes if its reshape is interleaved") {
    CHECK_FALSE(lies_in_planes<gathered{}>(0));
    CHECK(lies_in_planes<gathered{}>(1));
    CHECK_FALSE(lies_in_planes<gathered{}>(2));
    CHECK_FALSE(lies_in_planes<model>(0));
}

TEST_CASE("an error has one reason, the mode before the rows, and both before the buffer") {
    CHECK(finds<missing_buffer<input_number<0>, two>, fault_of_one<io::rows, true, missing>>);
    CHECK(finds<wrong_mode<input_number<0>, io::rows>, fault_of_one<io::rows, true, rows>>);
    CHECK(finds<rows_of_planes<input_number<0>>,
                fault_of_one<io::rows, true, row_source<for_codes>>>);
    CHECK(finds<wrong_function_of_rows<input_number<0>, float>,
                fault_of_one<io::rows, false, row_source<for_codes>>>);
    CHECK(finds_nothing<fault_of_one<io::rows, false, source>>);
    CHECK(finds_nothing<fault_of_one<io::caller, true, rows>>);
}

TEST_CASE("the error names both element types and the extents but ones") {
    using wanted = expected<float, 2, 3>;
    CHECK(finds<wrong_element_type<input_number<0>, wanted, given<double, 3>>,
                fault_of_one<io::caller, false, double[1][3]>>);
    CHECK(finds<wrong_extents<input_number<0>, wanted, given<float, 3, 2>>,
                fault_of_one<io::caller, false, float[3][2]>>);
    CHECK(finds<bytes_for_floats<input_number<0>, wanted, given<int8_t, 6>>,
                fault_of_one<io::caller, false, int8_t[6]>>);
    CHECK(
        finds<no_fixed_extents<input_number<0>, wanted>, fault_of_one<io::caller, false, float*>>);
}

TEST_CASE("the first wrong buffer is told by its number") {
    CHECK(finds_nothing<fault_of_in<ins<rows, rows>>>);
    CHECK(finds<missing_buffer<input_number<1>, two>, fault_of_in<ins<rows, missing>>>);
    CHECK(finds<missing_buffer<input_number<0>, two>, fault_of_in<ins<missing, missing>>>);
    CHECK(finds<missing_buffer<output_number<1>, two>, fault_of_out<outs<rows, missing>>>);
}

TEST_CASE("each input has a mode of its own") {
    CHECK(finds_nothing<fault_of_in<ins<rows, source>, in_rows>>);
    CHECK(finds<wrong_mode<input_number<1>, io::rows>, fault_of_in<ins<rows, rows>, in_rows>>);
    CHECK(
        finds<wrong_mode<input_number<0>, io::caller>, fault_of_in<ins<source, source>, in_rows>>);
}

TEST_CASE("there are as many buffers as edges but states") {
    CHECK(finds<wrong_number_of_inputs<two, 1, 2>, fault_of_in<rows>>);
    CHECK(finds<wrong_number_of_inputs<two, 3, 2>, fault_of_in<ins<rows, rows, rows>>>);
    CHECK(finds<wrong_number_of_outputs<two, 1, 2>, fault_of_out<rows&>>);
    CHECK(finds_nothing<fault_of_inputs<sum{}, caller, rows>()>);
}

TEST_CASE("a run writes to no constants, but reads them") {
    CHECK(finds<read_only_output<output_number<1>>, fault_of_out<outs<rows, const rows>>>);
    CHECK(finds_nothing<fault_of_in<ins<rows, const rows>>>);
    CHECK(is_read_only<const int*>);
    CHECK_FALSE(is_read_only<int* const>);
}

TEST_CASE("a run writes to no temporary, alone or in a list") {
    using rows_pair = std::array<float[3], 2>;
    CHECK(is_lost<output_buffer<model>>);
    CHECK_FALSE(is_lost<sink>);
    using listed = decltype(outputs(rows_pair{}, declared<rows>()));
    CHECK(finds<read_only_output<output_number<0>>, fault_of_out<listed>>);
}

TEST_CASE("a run has the fault of its workspace, its backend, its inputs or its outputs") {
    using both = ins<rows, rows>;
    using made = outs<rows, rows>;
    constexpr target tiny{.fast = 8, .input = io::arena};
    CHECK(finds<workspace_check<model, tiny>, fault_of_run<model, tiny, both, made>()>);
    CHECK(finds<wrong_number_of_inputs<two, 1, 2>, fault_of_run<model, caller, rows, rows&>()>);
    CHECK(finds<wrong_number_of_outputs<two, 1, 2>, fault_of_run<model, caller, both, rows&>()>);
    CHECK(finds_nothing<fault_of_run<model, caller, both, made>()>);
    CHECK(may_run<model, caller, both, made>);
    CHECK_FALSE(may_run<model, caller, both, rows&>);
}

TEST_CASE("in a workspace runs what has all inputs and outputs there") {
    CHECK(finds_nothing<fault_in_workspace<model, in_arena>()>);
    CHECK(finds<wrong_mode<input_number<0>, io::caller>, fault_in_workspace<model, caller>()>);
}
