// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Non-maximum suppression in plain C++: one search for each candidate, no scratch.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/contract/key.hpp>
#include <tigris/ops/list.hpp>

namespace tigris::kernels {

template <class T>
struct non_max_suppression_layer {
    ops::non_max_suppression op{};
    int32_t batches = 0;
    int32_t classes = 0;
    int32_t boxes = 0;
};

constexpr plain_key<ops::non_max_suppression> key_of(const ops::non_max_suppression&,
                                                     const operands&, rounding) {
    return {};
}

template <class T>
constexpr non_max_suppression_layer<T> layer_of(const ops::non_max_suppression& op,
                                                const operands& t, view<const constant>, rounding) {
    const shape scores = t.input(1).dims;
    return {op, scores[0], scores[1], scores[2]};
}

/// A box along one axis, from low to high.
struct box_side {
    float low = 0;
    float high = 0;

    constexpr float extent() const { return high - low; }
};

struct box_corners {
    box_side sides[2]{};

    constexpr float area() const { return sides[0].extent() * sides[1].extent(); }
};

/// `at` holds two corners, or center and extents, of which the first axis is whichever comes first.
template <class Boxes>
constexpr box_corners corners_of(const Boxes& boxes, int32_t at, bool centered) {
    box_corners result;
    for (int axis = 0; axis < 2; ++axis) {
        const float a = boxes[at + axis], b = boxes[at + axis + 2];
        const float first = centered ? a - b / 2 : a, second = centered ? a + b / 2 : b;
        result.sides[axis] = first < second ? box_side{first, second} : box_side{second, first};
    }
    return result;
}

/// Whether the intersection over the union is above `limit`. Source: ONNX Runtime, SuppressByIOU.
constexpr bool overlaps(const box_corners& a, const box_corners& b, float limit) {
    float intersection = 1;
    for (int axis = 0; axis < 2; ++axis) {
        const box_side &x = a.sides[axis], &y = b.sides[axis];
        const float extent = (x.high < y.high ? x.high : y.high) - (x.low > y.low ? x.low : y.low);
        if (!(extent > 0)) return false;
        intersection *= extent;
    }
    const float both = a.area() + b.area() - intersection;
    return a.area() > 0 && b.area() > 0 && both > 0 && intersection / both > limit;
}

/// The best box after `previous` in the order of scores, or -1. If `previous` is -1, the best of
/// all boxes.
template <class Scores>
constexpr int32_t next_box(const ops::non_max_suppression& op, const Scores& scores, int32_t boxes,
                           int32_t previous) {
    int32_t best = -1;
    for (int32_t i = 0; i < boxes; ++i) {
        if (!(scores[i] > op.lowest_score)) continue;
        const bool is_behind = previous < 0 || scores[i] < scores[previous] ||
                               (scores[i] == scores[previous] && i > previous);
        if (is_behind && (best < 0 || scores[i] > scores[best])) best = i;
    }
    return best;
}

/// Whether a box overlaps one of those that rows [first, last) of the output select.
template <class Boxes>
constexpr bool is_suppressed(const ops::non_max_suppression& op, const Boxes& boxes,
                             const int64_t* rows, int32_t first, int32_t last, int32_t box) {
    const box_corners candidate = corners_of(boxes, 4 * box, op.centered);
    for (int32_t r = first; r < last; ++r)
        if (overlaps(candidate, corners_of(boxes, 4 * int32_t(rows[3 * r + 2]), op.centered),
                     op.largest_overlap))
            return true;
    return false;
}

/// Adds what is selected of one class to `count` rows, and gives how many there are then.
template <class Boxes, class Scores>
constexpr int32_t select_class(const ops::non_max_suppression& op, const Boxes& boxes,
                               const Scores& scores, int32_t box_count, int32_t batch,
                               int32_t number, int64_t* rows, int32_t count) {
    const int32_t first = count;
    for (int32_t box = next_box(op, scores, box_count, -1);
         box >= 0 && count < op.most && count - first < op.most_of_class;
         box = next_box(op, scores, box_count, box)) {
        if (is_suppressed(op, boxes, rows, first, count, box)) continue;
        rows[3 * count] = batch;
        rows[3 * count + 1] = number;
        rows[3 * count + 2] = box;
        ++count;
    }
    return count;
}

template <plain_key<ops::non_max_suppression>, class T, class Boxes, class Scores>
[[gnu::noinline]] constexpr void whole(portable_tag, const non_max_suppression_layer<T>& layer,
                                       int64_t* out, const Boxes& boxes, const Scores& scores) {
    int32_t count = 0;
    for (int32_t batch = 0; batch < layer.batches; ++batch)
        for (int32_t c = 0; c < layer.classes; ++c)
            count = select_class(layer.op, boxes + batch * layer.boxes * 4,
                                 scores + (batch * layer.classes + c) * layer.boxes, layer.boxes,
                                 batch, c, out, count);
    for (int32_t i = 3 * count; i < 3 * (layer.op.most + 1); ++i) out[i] = 0;
    out[3 * layer.op.most] = count;
}

}  // namespace tigris::kernels
