// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/steps/strip_step.hpp>

#include <helpers/copied_columns.hpp>
#include <helpers/two_depthwise.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::execution;
using planning::column_range;
using test::column_copies;
using test::columns_copied;

namespace {

/// Two strips, of two and of three columns. Each pixel needs a second one to its right.
constexpr column_copies to_the_right{.strips = 2, .ring_columns = 3, .across = {.last = 1}};
constexpr column_copies whole_ring{.strips = 2, .across = {.last = 1}};
using narrow_memory = test::memory_of_column_copies<to_the_right>;
template <int Task>
using narrow = strip_task<narrow_memory, 0, Task>;
using in_whole_ring = strip_task<test::memory_of_column_copies<whole_ring>, 0, 1>;

constexpr bool is(const column_range& made, int first, int last) {
    return made.first == first && made.last == last;
}

/// Two layers of 3x3 over seven columns, in the strips of the smallest plan.
struct two_layers_in_strips {
    static constexpr target least{
        .fast = uint64_t(smallest_fast_bytes<two_depthwise::model, target{.backend = arm_dsp}>),
        .backend = arm_dsp};
    using session = execution::session<two_depthwise::model, least>;
    static constexpr auto& plan = plan_of<two_depthwise::model, least>;
};
template <int Task>
using layer_in_strips = strip_task<two_layers_in_strips, 0, Task>;

/// Columns of padding that a strip of a task has on its left.
template <int Task>
constexpr int padding_of(int strip) {
    return make_narrow_op<layer_in_strips<Task>>(strip).window.pad_left;
}
template <int Task>
constexpr bool are_as_wide_as_planned(int strip) {
    using task = layer_in_strips<Task>;
    const auto tensors = make_narrow_tensors<task>(strip);
    const operands all = tensors.all();
    return all.input(0).dims[2] == task::needed(0, strip).count() &&
           all.output().dims[2] == task::made(strip).count();
}

}  // namespace

TEST_CASE("a task makes the columns of its strip, and its producer those under the windows") {
    CHECK(is(narrow<1>::made(0), 0, 2));
    CHECK(is(narrow<1>::made(1), 2, 5));
    CHECK(is(narrow<0>::made(0), 0, 3));
    CHECK(is(narrow<0>::made(1), 2, 5));
    CHECK(is(narrow<1>::needed(0, 0), 0, 3));
    CHECK(is(narrow<0>::needed(0, 1), 2, 5));
    CHECK(narrow<0>::times == 2);
    CHECK(is(narrow<1>::read(1), 2, 5));
}

TEST_CASE("a row without room for all columns begins with the first one of its strip") {
    CHECK(narrow<1>::bytes_to(1, 2, 1) == 0);
    CHECK(narrow<1>::bytes_to(1, 4, 1) == 2);
    CHECK(in_whole_ring::bytes_to(1, 2, 1) == 2);
    CHECK(narrow<1>::bytes_to(0, 2, 1) == 2);
    CHECK(narrow<1>::bytes_to(2, 2, 1) == 2);
}

TEST_CASE("pixels that lie in wider ones are as far apart as these") {
    static constexpr auto wide = [] {
        auto made = whole_ring.plan();
        made.buffers[2].pixel_bytes = 7, made.buffers[2].row_bytes = 35;
        return made;
    }();
    CHECK(strip_task<test::plain_memory<wide>, 0, 1>::bytes_to(2, 3, 1) == 21);
}

TEST_CASE("each strip has its place in input and output, and its columns") {
    CHECK(output_offsets<narrow<0>>.of[1] == 0);
    CHECK(output_offsets<narrow<1>>.of[1] == 2);
    CHECK(input_offsets<narrow<0>, 0>.of[1] == 2);
    CHECK(input_offsets<narrow<1>, 0>.of[1] == 0);
    CHECK(input_offsets<in_whole_ring, 0>.of[1] == 2);
    CHECK(column_counts<narrow<1>>.of[0] == 2);
    CHECK(column_counts<narrow<1>>.of[1] == 3);
}

TEST_CASE("a call writes the columns of its strip and no other") {
    narrow_memory memory;
    compute_columns<narrow<0>>(memory, 2, 1);
    CHECK(memory.fast[5] == 5 + 151);
    CHECK(memory.fast[6] == 2 * 5 + 2 + 1);
    CHECK(memory.fast[8] == 2 * 5 + 4 + 1);
    CHECK(memory.fast[9] == 9 + 151);
}

TEST_CASE("strips together copy all columns through narrow rows") {
    CHECK(columns_copied<to_the_right>() == 40);
    CHECK(columns_copied<whole_ring>() == 40);
    CHECK(columns_copied<column_copies{.strips = 5, .ring = 1, .ring_columns = 1}>() == 40);
    // The second strip has three columns, and a row lies beside the next one.
    CHECK(columns_copied<column_copies{.strips = 2, .ring_columns = 2, .down = {.last = 1}}>() <
          40);
}

TEST_CASE("only images have a width") {
    shape image{4, {1, 9, 7, 10}}, channels{4, {1, 1, 1, 10}}, rows{2, {7, 10}};
    set_width(image, 3), set_width(channels, 3), set_width(rows, 3);
    CHECK(image == shape{4, {1, 9, 3, 10}});
    CHECK(channels == shape{4, {1, 1, 1, 10}});
    CHECK(rows == shape{2, {7, 10}});
}

TEST_CASE("a layer of a strip is as wide as the strip, and has padding only at the image's edge") {
    constexpr int strips = two_layers_in_strips::plan.segments[0].strips;
    static_assert(strips > 1 && two_layers_in_strips::plan.segments[0].size() == 2);
    for (int strip = 0; strip < strips; ++strip) {
        CAPTURE(strip);
        CHECK(are_as_wide_as_planned<0>(strip));
        CHECK(are_as_wide_as_planned<1>(strip));
    }
    CHECK(padding_of<0>(0) == 1);
    CHECK(padding_of<1>(0) == 1);
    CHECK(padding_of<1>(1) == 0);
    CHECK(padding_of<1>(strips - 1) == 0);
}
