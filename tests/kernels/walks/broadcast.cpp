// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/walks/broadcast.hpp>

#include <helpers/check.hpp>
#include <helpers/random.hpp>

using namespace tigris;
using namespace tigris::kernels;
using tigris::test::random_numbers;

namespace {

/// The element of an operand for element `place` of the common shape: its own coordinates are the
/// common ones, or 0 where its extent is 1. Source: ONNX, Broadcasting.
constexpr int element_for(const shape& operand, const shape& common, int place) {
    int element = 0, stride = 1;
    for (int axis = common.rank - 1; axis >= 0; place /= common[axis--]) {
        const int own = axis - common.rank + operand.rank;
        if (own < 0) continue;
        if (operand[own] != 1) element += place % common[axis] * stride;
        stride *= operand[own];
    }
    return element;
}

/// A shape that broadcasts to `common`: without some of its first axes, and with some ones.
constexpr shape broadcast_from(random_numbers& r, const shape& common) {
    const int dropped = r.between(0, common.rank);
    shape dims{.rank = int8_t(common.rank - dropped)};
    for (int axis = 0; axis < dims.rank; ++axis)
        dims.extent[axis] = r.chance(3) ? 1 : common[axis + dropped];
    return dims;
}

constexpr int combine(int a, int b, int c) { return (a * 100 + b) * 100 + c; }

/// Results of three operands, of which the last has all extents.
constexpr bool elements_meet(int seed) {
    random_numbers r{uint64_t(seed)};
    shape common{.rank = int8_t(r.between(0, 4))};
    for (int axis = 0; axis < common.rank; ++axis) common.extent[axis] = r.between(1, 3);
    const shape a = broadcast_from(r, common), b = broadcast_from(r, common);
    int numbers[81]{}, out[82]{};
    for (int i = 0; i < 81; ++i) numbers[i] = i;
    each_element(broadcast_of(a, b, common), out, combine, &numbers[0], &numbers[0], &numbers[0]);
    const int count = int(element_count(common));
    for (int i = 0; i < count; ++i)
        if (out[i] != combine(element_for(a, common, i), element_for(b, common, i), i))
            return false;
    return out[count] == 0;
}

}  // namespace

TEST_CASE("each result is made of the elements that ONNX's rule names") {
    TIGRIS_CHECK_SEEDS(400, [](int seed) { return elements_meet(seed); });
}

TEST_CASE("two operands of which neither has all extents") {
    constexpr int column[]{10, 20}, row[]{1, 2, 3}, expected[]{11, 12, 13, 21, 22, 23};
    int out[6]{};
    each_element(
        broadcast_of({2, {2, 1}}, {1, {3}}), out, [](int a, int b) { return a + b; }, &column[0],
        &row[0]);
    for (int i = 0; i < 6; ++i) CHECK(out[i] == expected[i]);
}

TEST_CASE("neighboring axes that all operands treat alike are one") {
    constexpr shape all{4, {2, 3, 4, 5}};
    TIGRIS_HOLDS(broadcast_of(all, all).axes == 1);
    TIGRIS_HOLDS(broadcast_of(all, all).extents[0] == 120);
    TIGRIS_HOLDS(broadcast_of(all, {1, {5}}).axes == 2);
    TIGRIS_HOLDS(broadcast_of(all, {4, {1, 3, 1, 5}}).axes == 4);
    TIGRIS_HOLDS(broadcast_of(all, {4, {1, 3, 1, 5}}).repeats_b == 5);
    TIGRIS_HOLDS(broadcast_of({4, {2, 1, 1, 5}}, {1, {1}}).axes == 1);
}
