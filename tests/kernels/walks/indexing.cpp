// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/walks/indexing.hpp>

#include <helpers/check.hpp>

#include <cstdint>

using namespace tigris;
using namespace tigris::kernels;

namespace {

constexpr shape data{3, {2, 3, 4}};

/// The tuples {row, column} name the rows of four elements of data[.][.].
constexpr bool tuples_name_blocks() {
    constexpr std::int64_t tuples[]{0, 0, 1, 2, -1, -3, -2, 1};
    constexpr int expected[]{0, 20, 12, 4};
    const index_map map = block_map(data, 0, {2, {4, 2}});
    if (map.count != 4 || map.inner != 4 || map.axes != 2) return false;
    for (int i = 0; i < 4; ++i)
        if (offset_of(map, tuples, i * map.axes) != expected[i]) return false;
    return true;
}

/// A batch's own tuples, of the axes behind the first.
constexpr bool tuples_name_later_axes() {
    constexpr std::int32_t columns[]{2, 0, -1};
    const index_map map = block_map(data, 1, {3, {2, 3, 1}});
    return map.count == 3 && offset_of(map, columns, 0) == 8 && offset_of(map, columns, 1) == 0 &&
           offset_of(map, columns, 2) == 8;
}

/// GatherElements: result[i][j][k] = data[i][index[i][j][k]][k] for axis 1, of the first two of
/// four columns.
constexpr bool elements_take_their_axis(int axis) {
    constexpr std::int8_t indices[]{1, 0, -1, 2, 0, -2, 1, 1};  // [2, 2, 2]
    constexpr int extents[]{2, 3, 4};
    const index_map map = element_map(data, axis, {3, {2, 2, 2}});
    int visited = 0;
    bool right = true;
    for_each_element(map, indices, [&](int32_t i, int32_t place) {
        int at[]{i / 4, i / 2 % 2, i % 2};
        int named = indices[i];
        if (named < 0) named += extents[axis];
        at[axis] = named < extents[axis] ? named : extents[axis] - 1;
        right = right && i == visited && place == at[0] * 12 + at[1] * 4 + at[2];
        ++visited;
    });
    return right && visited == 8;
}

}  // namespace

TEST_CASE("a negative index counts from the end") {
    for (int place = 0; place < 5; ++place) {
        CHECK(place_on_axis(std::int32_t(place), 5) == place);
        CHECK(place_on_axis(std::int32_t(place - 5), 5) == place);
    }
}

TEST_CASE("an index beyond either end names the last place there") {
    TIGRIS_HOLDS(place_on_axis(std::int8_t(-6), 5) == 0);
    TIGRIS_HOLDS(place_on_axis(std::int8_t(5), 5) == 4);
    TIGRIS_HOLDS(place_on_axis(INT64_MAX, 5) == 4);
    TIGRIS_HOLDS(place_on_axis(INT64_MIN, 5) == 0);
    TIGRIS_HOLDS(place_on_axis((std::int64_t(1) << 32) + 1, 5) == 4);
    TIGRIS_HOLDS(place_on_axis(INT32_MIN, INT32_MAX) == 0);
}

TEST_CASE("tuples of indices name blocks") {
    TIGRIS_HOLDS(tuples_name_blocks());
    TIGRIS_HOLDS(tuples_name_later_axes());
}

TEST_CASE("an index takes the place of its own along one axis") {
    TIGRIS_CHECK(elements_take_their_axis, 0);
    TIGRIS_CHECK(elements_take_their_axis, 1);
    TIGRIS_CHECK(elements_take_their_axis, 2);
}
