// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/walks/strided_walk.hpp>

#include <helpers/check.hpp>
#include <tigris/kernels/contract/constant_pointer.hpp>

#include <cstdint>

using namespace tigris;
using namespace tigris::kernels;

namespace {

/// A tensor [2, 3, 4] copied with its axes in another order equals one that is addressed element by
/// element.
constexpr bool transposes(int first, int second, int third) {
    constexpr int extents[]{2, 3, 4}, strides[]{12, 4, 1};
    const int order[]{first, second, third};
    std::int16_t in[24]{}, out[25]{};
    for (int i = 0; i < 24; ++i) in[i] = std::int16_t(100 + i);
    strided_walk walk{};
    for (const int axis : order) walk.add(extents[axis], strides[axis]);
    if (copy_strided(walk, out, &in[0]) != out + 24 || out[24] != 0) return false;
    int place = 0;
    for (int a = 0; a < extents[first]; ++a)
        for (int b = 0; b < extents[second]; ++b)
            for (int c = 0; c < extents[third]; ++c)
                if (out[place++] !=
                    100 + a * strides[first] + b * strides[second] + c * strides[third])
                    return false;
    return true;
}

constexpr int32_t axes_of(int32_t outer, int32_t outer_stride, int32_t inner, int32_t stride) {
    strided_walk walk{};
    walk.add(outer, outer_stride);
    walk.add(inner, stride);
    return walk.axes;
}

/// Every second row of [4, 3], backward.
constexpr bool copies_backward() {
    constexpr std::int8_t in[]{0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32};
    strided_walk walk{};
    walk.add(2, -6);
    walk.add(3, -1);
    std::int8_t out[6]{};
    copy_strided(walk, out, &in[11]);
    constexpr std::int8_t expected[]{32, 31, 30, 12, 11, 10};
    for (int i = 0; i < 6; ++i)
        if (out[i] != expected[i]) return false;
    return true;
}

}  // namespace

TEST_CASE("axes in any order are walked like nested loops") {
    TIGRIS_HOLDS(transposes(0, 1, 2) && transposes(0, 2, 1) && transposes(1, 0, 2));
    TIGRIS_HOLDS(transposes(1, 2, 0) && transposes(2, 0, 1) && transposes(2, 1, 0));
}

TEST_CASE("loops that go on where the outer one steps are one") {
    TIGRIS_HOLDS(axes_of(2, 12, 12, 1) == 1);
    TIGRIS_HOLDS(axes_of(3, 8, 4, 2) == 1);
    TIGRIS_HOLDS(axes_of(3, 8, 3, 2) == 2);
    TIGRIS_HOLDS(axes_of(3, 4, 4, 2) == 2);
}

TEST_CASE("a loop of one element is none") {
    TIGRIS_HOLDS(axes_of(1, 5, 1, 7) == 0);
    TIGRIS_HOLDS(axes_of(4, 5, 1, 99) == 1);
}

TEST_CASE("strides may be negative") { TIGRIS_HOLDS(copies_backward()); }

TEST_CASE("a walk without loops copies one element, of a constant, too") {
    alignas(4) constexpr std::int8_t bytes[]{0, 0, -128, 63, 0, 0, 0, 64};  // 1 and 2
    float out[2]{};
    CHECK(copy_strided({}, out, constant_pointer<float>{bytes}) == out + 1);
    CHECK(out[0] == 1);
    strided_walk both{};
    both.add(2, 1);
    copy_strided(both, out, constant_pointer<float>{bytes});
    CHECK(out[1] == 2);
}

TEST_CASE("an axis steps over what lies within it") {
    constexpr shape dims{4, {2, 3, 5, 7}};
    TIGRIS_HOLDS(stride_of(dims, 3) == 1 && stride_of(dims, 2) == 7);
    TIGRIS_HOLDS(stride_of(dims, 1) == 35 && stride_of(dims, 0) == 105);
}
