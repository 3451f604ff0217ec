// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/tile.hpp>

#include <helpers/check.hpp>
#include <helpers/node_case.hpp>
#include <helpers/positions.hpp>
#include <helpers/random.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 7000;

/// Rows of the output in calls of one and of all rows.
template <plain_key<ops::tile> G, class T>
constexpr bool runs_rows(const tile_layer<T>& layer, const T* in, T* out, const operands& t) {
    const row_extents x = rows_of(t.input(0).dims), y = rows_of(t.output().dims);
    const int in_rows = x.images * x.rows, out_rows = y.images * y.rows;
    rows<G>(portable_tag{}, layer, out, out_rows,
            whole_window(static_cast<const T*>(in), 0, in_rows, x.row_elements()));
    for (int row = 0; row < out_rows; ++row) {
        T one[1300]{};
        row_window<T> of_one = whole_window(in, in_rows == 1 ? 0 : row, in_rows, x.row_elements());
        rows<G>(portable_tag{}, layer, one, 1, of_one);
        for (int i = 0; i < y.row_elements(); ++i)
            if (one[i] != out[row * y.row_elements() + i]) return false;
    }
    return true;
}

template <class T, dtype D>
constexpr bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 53);
    shape dims{.rank = int8_t(r.between(0, 5))}, tiled = dims;
    for (int axis = 0; axis < dims.rank; ++axis) {
        dims.extent[axis] = r.chance(3) ? 1 : r.between(1, 3);
        tiled.extent[axis] = dims[axis] * (r.chance(2) ? r.between(1, 3) : 1);
    }
    node_case n;
    n.add_input({.type = D, .dims = dims});
    n.set_output({.type = D, .dims = tiled});
    T in[capacity]{}, out[capacity]{};
    for (int i = 0; i < int(element_count(dims)); ++i) in[i] = T(r.between(-100, 100));
    constexpr plain_key<ops::tile> G;
    const ops::tile op;
    if (key_of(op, n.all(), rounding::tflite) != G) return false;
    const auto layer = layer_of<T>(op, n.all(), n.weights(), rounding::nearest);
    if (describe(op, n.all()).contract == ops::contract::whole)
        whole<G>(portable_tag{}, layer, out, static_cast<const T*>(in));
    else if (!runs_rows<G>(layer, in, out, n.all()))
        return false;
    for (int i = 0; i < int(element_count(tiled)); ++i) {
        position from = position_of(tiled, i);
        for (int axis = 0; axis < dims.rank; ++axis) from.at[axis] %= dims[axis];
        if (out[i] != in[element_at(dims, from)]) return false;
    }
    return true;
}

}  // namespace

#define CHECK_TYPES(...) TIGRIS_CHECK_SEEDS(400, agrees<__VA_ARGS__>)

TEST_CASE("axes are repeated, and single elements spread") {
    CHECK_TYPES(int8_t, dtype::i8);
    CHECK_TYPES(float, dtype::f32);
    CHECK_TYPES(int64_t, dtype::i64);
}

TEST_CASE("rows are repeated from one row, or stay what they are") {
    const auto runs = [](const shape& in, const shape& out) {
        node_case n;
        n.add_input({.dims = in});
        n.set_output({.dims = out});
        return describe(ops::tile{}, n.all()).contract;
    };
    CHECK(runs({4, {2, 3, 1, 4}}, {4, {2, 3, 5, 4}}) == ops::contract::rows);
    CHECK(runs({4, {1, 1, 1, 4}}, {4, {2, 3, 5, 4}}) == ops::contract::rows);
    CHECK(runs({4, {2, 1, 1, 4}}, {4, {2, 3, 5, 4}}) == ops::contract::whole);
}
