// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Indices that are computed at run time, and where they point.

#include <tigris/kernels/walks/odometer.hpp>
#include <tigris/kernels/walks/strided_walk.hpp>

namespace tigris::kernels {

/// The place that an index names on an axis. Negative indices count from the end; indices outside
/// are brought to the nearest place.
template <class Index>
constexpr int32_t place_on_axis(Index index, int32_t extent) {
    int64_t place = index;
    if (place < 0) place += extent;
    return place < 0 ? 0 : place < extent ? int32_t(place) : extent - 1;
}

/// How indices find their place in the data.
///
/// * Blocks: `count` tuples of `axes` indices. A tuple has one index for each axis of `extents`,
///   and names `inner` elements.
/// * Elements: an index names a place along `axis`, which has `axis_extent` places. Along the other
///   axes, its own place counts. `extents` are those of the indices.
struct index_map {
    int32_t extents[max_rank]{};
    int32_t strides[max_rank]{};
    int32_t axes = 0;
    int32_t count = 0;
    int32_t inner = 0;
    int32_t axis = 0;
    int32_t axis_extent = 0;
};

/// The tuples name axes [first, ...) of the data.
constexpr index_map block_map(const shape& data, int first, const shape& tuples) {
    index_map map{.axes = tuples[tuples.rank - 1],
                  .count = tuples[tuples.rank - 2],
                  .inner = data[data.rank - 1]};
    for (int k = 0; k < map.axes; ++k) {
        map.extents[k] = data[first + k];
        map.strides[k] = stride_of(data, first + k);
    }
    return map;
}

constexpr index_map element_map(const shape& data, int axis, const shape& indices) {
    index_map map{.axes = data.rank, .axis = axis, .axis_extent = data[axis]};
    for (int k = 0; k < map.axes; ++k) {
        map.extents[k] = indices[k];
        map.strides[k] = stride_of(data, k);
    }
    return map;
}

/// Where the elements of the tuple that begins at `first` begin.
template <class Indices>
constexpr int32_t offset_of(const index_map& map, Indices indices, int32_t first) {
    int32_t sum = 0;
    for (int32_t k = 0; k < map.axes; ++k)
        sum += place_on_axis(indices[first + k], map.extents[k]) * map.strides[k];
    return sum;
}

/// Calls visit(i, place) for each index i and the place in the data that it names.
template <class Indices, class Visit>
[[gnu::always_inline]] constexpr void for_each_element(const index_map& map, Indices indices,
                                                       const Visit& visit) {
    odometer place;
    int32_t i = 0;
    do {
        const int32_t named = place_on_axis(indices[i], map.axis_extent);
        const int32_t moved = named - place.at[map.axis];
        visit(i++, place.offset(map.strides, map.axes) + moved * map.strides[map.axis]);
    } while (place.advance(map.extents, map.axes));
}

}  // namespace tigris::kernels
