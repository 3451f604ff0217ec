// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/execution/arguments/buffer_shape.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

using namespace tigris;
using namespace tigris::execution;

// Which buffers bind to which edge is in buffers.cpp.

namespace {

/// The extents that a type states.
template <class B>
constexpr stated_extents of = buffer_facts<B>::extents;

template <class B>
constexpr bool has_extents(int rank, int first, int last) {
    return of<B>.known && of<B>.dims.rank == rank && of<B>.dims[0] == first &&
           of<B>.dims[rank - 1] == last;
}

constexpr stated_extents deep(int axes) {
    stated_extents made{};
    for (int axis = 0; axis < axes; ++axis) made = made.within(2);
    return made;
}

/// Four elements of a buffer that has them at its begin.
struct view_of_four {
    float items[4];
    struct mapping_type {
        constexpr std::size_t stride(std::size_t) const { return 1; }
    };
    constexpr float* data_handle() { return items; }
    static constexpr std::size_t rank() { return 1; }
    static constexpr std::size_t static_extent(std::size_t) { return 4; }
};

}  // namespace

TEST_CASE("extents come outermost first, without those of one element") {
    constexpr stated_extents image = stated_extents{}.within(3).within(1).within(4).within(6);
    static_assert(image.known && image.dims.rank == 3);
    static_assert(image.dims[0] == 6 && image.dims[1] == 4 && image.dims[2] == 3);
    static_assert(has_extents<float[6][1][3]>(2, 6, 3));
    static_assert(has_extents<std::array<std::array<float, 3>, 6>>(2, 6, 3));
    static_assert(has_extents<std::span<float[3], 6>>(2, 6, 3));
    CHECK(true);
}

TEST_CASE("a number is one element") {
    static_assert(of<float>.known && of<float>.dims.rank == 0);
    static_assert(of<float[1]>.known && of<float[1]>.dims.rank == 0);
    CHECK(true);
}

TEST_CASE("extents that a shape cannot have, or that nobody states, are unknown") {
    static_assert(stated_extents{}.within(INT32_MAX).known);
    static_assert(!stated_extents{}.within(std::int64_t(INT32_MAX) + 1).known);
    static_assert(!stated_extents{}.within(-1).known);
    static_assert(!stated_extents{}.within(-1).within(5).known);
    static_assert(deep(max_rank).known && !deep(max_rank + 1).known);
    static_assert(deep(max_rank).within(1).known);
    static_assert(!of<std::span<float>>.known && !of<std::vector<float>>.known);
    static_assert(!of<std::array<std::vector<float>, 3>>.known);
    CHECK(true);
}

TEST_CASE("elements are those inside of all arrays, whoever may change them") {
    static_assert(is_same<buffer_facts<std::int8_t[6][3]>::type, std::int8_t>);
    static_assert(is_same<buffer_facts<const std::int8_t[6]>::type, std::int8_t>);
    static_assert(is_same<buffer_facts<std::span<const float, 6>>::type, float>);
    static_assert(is_same<buffer_facts<ordered_buffer<const float[6]>>::type, float>);
    CHECK(true);
}

TEST_CASE("arrays and what has data are buffers, numbers are none") {
    static_assert(is_buffer<float[6]> && is_buffer<std::span<float, 6>>);
    static_assert(is_buffer<view_of_four> && is_buffer<ordered_buffer<float[6]>>);
    static_assert(!is_buffer<float> && !is_buffer<ordered_buffer<float>>);
    CHECK(true);
}

TEST_CASE("elements of every kind of buffer begin with the first number") {
    float nested[3][2]{};
    std::array<std::array<float, 2>, 3> arrays{};
    std::array<float[2], 3> of_arrays{};
    view_of_four four{};
    CHECK(data_of(nested) == &nested[0][0]);
    CHECK(data_of(arrays) == &arrays[0][0]);
    CHECK(data_of(of_arrays) == &of_arrays[0][0]);
    CHECK(data_of(four) == four.items);
    std::span<float, 4> span{four.items};
    CHECK(data_of(span) == four.items);
    const ordered_buffer<float[3][2]> ordered = in_memory_order(nested);
    CHECK(data_of(ordered) == &nested[0][0]);
}
