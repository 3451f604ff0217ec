// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/transpose.hpp>

#include <helpers/check.hpp>
#include <helpers/node_case.hpp>
#include <helpers/random.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 3000;

constexpr ops::transpose random_order(random_numbers& r, int rank) {
    ops::transpose op;
    for (int i = rank - 1; i > 0; --i) {
        const int k = r.between(0, i);
        const int8_t moved = op.axes[i];
        op.axes[i] = op.axes[k];
        op.axes[k] = moved;
    }
    return op;
}

/// Where element `place` of the output is in the input.
constexpr int source_of(const shape& in, const shape& out, const ops::transpose& op, int place) {
    int at[max_rank]{};
    for (int axis = out.rank - 1; axis >= 0; --axis) {
        at[op.axes[axis]] = place % out[axis];
        place /= out[axis];
    }
    int index = 0;
    for (int axis = 0; axis < in.rank; ++axis) index = index * in[axis] + at[axis];
    return index;
}

template <class T, dtype D>
constexpr bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 43);
    shape dims{.rank = int8_t(r.between(0, seed < 10 ? 4 : 8))};
    for (int axis = 0; axis < dims.rank; ++axis)
        dims.extent[axis] = r.between(1, dims.rank < 5 ? 5 : 2);
    const ops::transpose op = random_order(r, dims.rank);
    node_case n;
    n.add_input({.type = D, .dims = dims});
    set_output_of(n, op, D, {});

    T in[capacity]{}, out[capacity]{};
    for (int i = 0; i < int(element_count(dims)); ++i) in[i] = T(i);
    constexpr plain_key<ops::transpose> G;
    if (key_of(op, n.all(), rounding::tflite) != G) return false;
    whole<G>(portable_tag{}, layer_of<T>(op, n.all(), n.weights(), rounding::nearest), out, in);
    for (int i = 0; i < int(element_count(dims)); ++i)
        if (out[i] != in[source_of(dims, n.all().output().dims, op, i)]) return false;
    return true;
}

}  // namespace

#define CHECK_TYPES(...) TIGRIS_CHECK_SEEDS(500, agrees<__VA_ARGS__>)

TEST_CASE("every order of up to eight axes") {
    CHECK_TYPES(int8_t, dtype::i8);
    CHECK_TYPES(float, dtype::f32);
    CHECK_TYPES(int64_t, dtype::i64);
}

TEST_CASE("axes of one element are none, and those that stay neighbours are walked as one") {
    node_case n;
    n.add_input({.dims = {4, {1, 3, 4, 5}}});
    constexpr ops::transpose to_channels_last{{0, 2, 3, 1}};
    const auto layer = layer_of<float>(to_channels_last, n.all(), n.weights(), rounding::nearest);
    CHECK(layer.axes == 2);
    CHECK(layer.extents[0] == 20);
}
