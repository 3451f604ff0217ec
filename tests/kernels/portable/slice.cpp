// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/slice.hpp>

#include <helpers/check.hpp>
#include <helpers/image_runs.hpp>
#include <helpers/node_case.hpp>
#include <helpers/positions.hpp>
#include <helpers/random.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 1300;

/// A range of `extent` elements, and how many it has.
constexpr int choose_range(random_numbers& r, int extent, int32_t& begin, int32_t& step) {
    const int count = r.between(1, extent), widest = count == 1 ? 3 : (extent - 1) / (count - 1);
    step = count == 1 ? r.between(1, 3) : r.between(1, widest < 3 ? widest : 3);
    const int span = (count - 1) * step;
    begin = r.between(0, extent - 1 - span);
    if (r.chance(3)) {
        begin += span;
        step = -step;
    }
    return count;
}

template <class T, dtype D>
constexpr bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 47);
    shape dims{.rank = int8_t(r.between(0, seed < 400 ? 4 : 6))}, taken = dims;
    ops::slice op;
    for (int axis = 0; axis < dims.rank; ++axis) {
        dims.extent[axis] = r.between(1, dims.rank < 5 ? 5 : 3);
        taken.extent[axis] = dims[axis];
        if (r.chance(2))
            taken.extent[axis] = choose_range(r, dims[axis], op.begin[axis], op.step[axis]);
    }
    node_case n;
    n.add_input({.type = D, .dims = dims});
    n.set_output({.type = D, .dims = taken});

    T in[capacity]{}, out[capacity]{};
    for (int i = 0; i < int(element_count(dims)); ++i) in[i] = T(r.between(-100, 100));
    constexpr slice_key G{};
    if (key_of(op, n.all(), rounding::tflite) != G) return false;
    const auto layer = layer_of<T>(op, n.all(), n.weights(), rounding::nearest);
    const ops::description what = describe(op, n.all());
    if (what.contract == ops::contract::rows &&
        !runs_by_images<G>(layer, in, out, n.all(), what.reach))
        return false;
    if (what.contract == ops::contract::whole) whole<G>(portable_tag{}, layer, out, in);
    for (int i = 0; i < int(element_count(taken)); ++i) {
        position from = position_of(taken, i);
        for (int axis = 0; axis < dims.rank; ++axis)
            from.at[axis] = op.begin[axis] + from.at[axis] * op.step[axis];
        if (out[i] != in[element_at(dims, from)]) return false;
    }
    return true;
}

}  // namespace

#define CHECK_TYPES(...) TIGRIS_CHECK_SEEDS(800, agrees<__VA_ARGS__>)

TEST_CASE("ranges of every axis, forwards and backwards") {
    CHECK_TYPES(int8_t, dtype::i8);
    CHECK_TYPES(float, dtype::f32);
    CHECK_TYPES(int64_t, dtype::i64);
}

TEST_CASE("rows are taken one by one, but neither backwards nor from some images only") {
    node_case n;
    n.add_input({.dims = {4, {2, 6, 3, 4}}});
    const auto runs = [&](const ops::slice& op, const shape& taken) {
        n.set_output({.dims = taken});
        return describe(op, n.all()).contract;
    };
    CHECK(runs({.begin = {{0, 1}}, .step = {{1, 2, 1, -1}}}, {4, {2, 3, 3, 4}}) ==
          ops::contract::rows);
    CHECK(runs({.begin = {{0, 5}}, .step = {{1, -1, 1, 1}}}, {4, {2, 6, 3, 4}}) ==
          ops::contract::whole);
    CHECK(runs({.begin = {{1}}}, {4, {1, 6, 3, 4}}) == ops::contract::whole);
}

TEST_CASE("images of fewer rows are not taken for rows of one image") {
    node_case n;
    n.add_input({.dims = {4, {2, 6, 3, 4}}});
    n.set_output({.dims = {4, {2, 5, 3, 4}}});
    CHECK(!ops::reads_row_by_row(describe(ops::slice{}, n.all()).reach));
}

TEST_CASE("a step forwards may overwrite its input") {
    node_case n;
    n.add_input({.dims = {1, {9}}});
    n.set_output({.dims = {1, {4}}});
    const ops::slice forwards{.begin = {{1}}, .step = {{2}}};
    const ops::slice backwards{.begin = {{7}}, .step = {{-2}}};
    CHECK(describe(forwards, n.all()).in_place == ops::first_input());
    CHECK(describe(backwards, n.all()).in_place.is_empty());
    float x[]{0, 1, 2, 3, 4, 5, 6, 7, 8};
    constexpr slice_key G{};
    const auto layer = layer_of<float>(forwards, n.all(), n.weights(), rounding::nearest);
    whole<G>(portable_tag{}, layer, x, static_cast<const float*>(x));
    CHECK((x[0] == 1 && x[1] == 3 && x[2] == 5 && x[3] == 7));
}
