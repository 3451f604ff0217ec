// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/walks/split_axes.hpp>

#include <helpers/check.hpp>

using namespace tigris;
using namespace tigris::kernels;

namespace {

/// The coordinate of an element of a dense tensor along an axis.
constexpr int coordinate(const shape& s, int element, int axis) {
    for (int inner = s.rank - 1; inner > axis; --inner) element /= s[inner];
    return element % s[axis];
}

/// Whether two elements differ along these axes only.
constexpr bool differ_along(const shape& s, int a, int b, int axes) {
    for (int axis = 0; axis < s.rank; ++axis)
        if (!(axes >> axis & 1) && coordinate(s, a, axis) != coordinate(s, b, axis)) return false;
    return true;
}

/// Every element belongs to one place of the kept axes, and those of a place differ along the
/// reduced axes only.
constexpr bool splits(const shape& s, int axes) {
    const split_axes split = split_axes_of(s, uint8_t(axes));
    const int block = split.results * split.terms;
    bool seen[120]{}, right = block <= 120;
    int results = 0;
    each_place(split.kept, [&](int kept) {
        int terms = 0;
        each_place(split.reduced, [&](int reduced) {
            const int element = kept + reduced;
            right = right && element >= 0 && element < block && !seen[element] &&
                    differ_along(s, kept, element, axes);
            if (right) seen[element] = true;
            ++terms;
        });
        right = right && terms == split.terms;
        ++results;
    });
    return right && results == split.results;
}

constexpr bool splits_by_all_axes(const shape& s) {
    for (int axes = 0; axes < 1 << s.rank; ++axes)
        if (!splits(s, axes)) return false;
    return true;
}

/// Lines along an axis: their first elements have coordinate 0 there, `inner` elements apart.
constexpr bool lines_cover(const shape& s) {
    for (int axis = 0; axis < s.rank; ++axis) {
        const axis_lines lines = axis_lines_of(s, axis);
        bool seen[120]{}, right = true;
        int count = 0;
        each_line(lines, [&](int first, int line) {
            right = right && line == count++;
            for (int k = 0; k < lines.extent; ++k) {
                const int element = first + k * lines.inner;
                right = right && element < 120 && !seen[element] &&
                        coordinate(s, element, axis) == k &&
                        differ_along(s, first, element, 1 << axis);
                if (right) seen[element] = true;
            }
        });
        if (!right || count != lines.outer * lines.inner || lines.extent != s[axis]) return false;
    }
    return true;
}

constexpr shape image{4, {2, 3, 4, 5}}, with_ones{4, {2, 1, 3, 1}}, vector{1, {7}}, scalar{},
    five_axes{5, {2, 1, 3, 2, 2}};

}  // namespace

TEST_CASE("each element of a block belongs to one result") {
    TIGRIS_CHECK(splits_by_all_axes, with_ones);
    TIGRIS_CHECK(splits_by_all_axes, vector);
    TIGRIS_CHECK(splits_by_all_axes, scalar);
    CHECK(splits_by_all_axes(image));
    CHECK(splits_by_all_axes(five_axes));
}

TEST_CASE("a block is a row where all reduced axes lie within rows, else all") {
    TIGRIS_HOLDS(split_axes_of(image, 0b1000).results == 4);
    TIGRIS_HOLDS(split_axes_of(image, 0b1100).terms == 20);
    TIGRIS_HOLDS(split_axes_of(image, 0b1010).results == 8);
    TIGRIS_HOLDS(split_axes_of(image, 0b0010).terms == 3);
}

TEST_CASE("neighboring axes that are both kept or both reduced are one") {
    TIGRIS_HOLDS(split_axes_of(image, 0b0111).reduced.count == 1);
    TIGRIS_HOLDS(split_axes_of(image, 0b0111).reduced.strides[0] == 5);
    TIGRIS_HOLDS(split_axes_of(image, 0b0101).kept.count == 2);
    TIGRIS_HOLDS(split_axes_of(with_ones, 0b0101).reduced.count == 1);
    TIGRIS_HOLDS(split_axes_of(with_ones, 0b0101).kept.count == 0);
}

TEST_CASE("lines along an axis cover the block once") {
    TIGRIS_CHECK(lines_cover, with_ones);
    CHECK(lines_cover(image));
    CHECK(lines_cover(five_axes));
    CHECK(lines_cover(vector));
}
