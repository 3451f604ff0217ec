// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/steps/step.hpp>

#include <helpers/copied_rows.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <vector>

using namespace tigris;
using namespace tigris::execution;
using test::copies;

namespace {

constexpr copies down{.ring = 8}, up{.ring = 8, .bottom_up = true}, ring{.ring = 3};
using memory = test::memory_of_copies<down>;

/// Which rows of the arena hold rows of the input after the first task was asked for some.
template <copies C>
std::vector<int> rows_reloaded(std::int32_t q, std::int32_t count) {
    test::memory_of_copies<C> made;
    compute<0, C.bottom_up>(made, q, count);
    std::vector<int> rows;
    for (int slot = 0; slot < C.ring; ++slot) {
        const int row = (made.fast[slot * copies::row_bytes] - 1) / copies::row_bytes;
        rows.push_back(row < copies::rows ? row : -1);
    }
    return rows;
}

/// A concatenation of four tensors, of which the second is a constant. The first lies in a slice of
/// the result, the third elsewhere, the last in a slice of another tensor.
constexpr auto joined = [] {
    planning::plan<planning::plan_size{
        .tensors = 1, .steps = 1, .rows = {.tasks = 1, .reads = 4, .tensors = 4}}>
        made{};
    made.tasks[0].concatenates = true;
    made.tasks[0].output = 3, made.tasks[0].reads = 4;
    const std::int16_t tensors[]{0, -1, 1, 2};
    for (int i = 0; i < 4; ++i) made.reads[i].tensor = tensors[i];
    for (planning::buffer_plan& b : made.buffers) b.offset = 64, b.pixel_bytes = 6;
    made.buffers[1].pixel_bytes = 0;
    made.buffers[2].offset = 0;
    made.buffers[3].pixel_bytes = 0;
    return made;
}();
constexpr auto added = [] {
    auto made = joined;
    made.tasks[0].concatenates = false;
    return made;
}();

}  // namespace

TEST_CASE("a buffer is made by a task of the segment, or by none") {
    static_assert(producer_in_segment<memory, 0>(1) == 0);
    static_assert(producer_in_segment<memory, 0>(2) == 1);
    static_assert(producer_in_segment<memory, 0>(0) == -1);
    static_assert(read_buffer<memory, 0, 0> == 0 && read_buffer<memory, 1, 0> == 1);
    CHECK(true);
}

TEST_CASE("inputs that already lie in their slices of the result are known") {
    static_assert(inputs_in_slices<test::plain_memory<joined>, 0>() == 0b0001);
    static_assert(inputs_in_slices<test::plain_memory<added>, 0>() == 0);
    CHECK(true);
}

TEST_CASE("rows are counted in the direction of their segment") {
    CHECK(rows_reloaded<down>(1, 2) == std::vector{-1, 1, 2, -1, -1, -1, -1, -1});
    CHECK(rows_reloaded<up>(1, 2) == std::vector{-1, -1, -1, -1, -1, 5, 6, -1});
    CHECK(rows_reloaded<up>(0, 1) == std::vector{-1, -1, -1, -1, -1, -1, -1, 7});
}

TEST_CASE("rows of a ring take turns in its slots") {
    CHECK(rows_reloaded<ring>(0, 3) == std::vector{0, 1, 2});
    CHECK(rows_reloaded<ring>(2, 3) == std::vector{3, 4, 2});
    CHECK(rows_reloaded<ring>(7, 1) == std::vector{-1, 7, -1});
}

TEST_CASE("a transfer moves the bytes of a row, not those of its slot") {
    static constexpr auto wide = [] {
        auto made = down.plan();
        made.buffers[1].row_bytes = 6;
        return made;
    }();
    test::plain_memory<wide> made;
    compute<0, false>(made, 1, 1);
    CHECK(made.fast[6] == 5);
    CHECK(made.fast[9] == 8);
    CHECK(made.fast[10] == 10 + 151);
}
