// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/cmsis_nn/pad.hpp>

#include <helpers/node_case.hpp>
#include <helpers/random.hpp>
#include <helpers/row_runs.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::test;
using kernels::cmsis_nn_tag;

namespace {

constexpr int capacity = 3000;
constexpr kernels::pad_key G{};

/// Borders around rows, columns and channels; what is cut off is portable's.
bool borders_agree(int seed) {
    random_numbers r(static_cast<uint64_t>(seed) * 19);
    const shape dims{4, {1, r.between(2, 6), r.between(2, 6), r.between(2, 9)}};
    ops::pad op{.value = float(r.between(-3, 3))};
    for (int axis = 1; axis < 4; ++axis) {
        op.before[axis] = r.chance(2) ? r.between(seed % 6 == 0 ? -1 : 0, 3) : 0;
        op.after[axis] = r.chance(2) ? r.between(seed % 6 == 1 ? -1 : 0, 3) : 0;
    }
    node_case n;
    n.add_input({.type = dtype::i8, .dims = dims, .quant = {0.5f, 7}});
    set_output_of(n, op, dtype::i8, {0.5f, 7});
    if (facts_of(cmsis_nn_tag{}, op, n.all()).backend != cmsis_nn) return false;
    int8_t in[capacity]{}, expected[capacity]{};
    for (int8_t& x : in) x = int8_t(r.between(-128, 127));
    const auto layer = kernels::layer_of<int8_t>(op, n.all(), n.weights(), rounding::tflite);
    const row_extents size = rows_of(dims), made = rows_of(n.all().output().dims);
    const image_rows from{size.rows, size.row_elements()}, to{made.rows, made.row_elements()};
    const ops::row_reach reach = describe(op, n.all()).reach;
    run_tiles<G>(layer, in, from, expected, to, reach, to.rows);
    return splits_agree<G, capacity>(layer, in, from, expected, to, reach, cmsis_nn_tag{});
}

}  // namespace

TEST_CASE("borders of one number") {
    for (int seed = 0; seed < 500; ++seed) {
        const bool same = borders_agree(seed);
        CHECK_MESSAGE(same, seed);
    }
}

TEST_CASE("other borders are portable's") {
    const ops::pad edge{.before = {{0, 1, 0, 0}}, .mode = ops::pad_mode::edge};
    const ops::pad images{.before = {{1, 0, 0, 0}}};
    node_case n;
    n.add_input({.type = dtype::i8, .dims = {4, {1, 2, 3, 4}}});
    set_output_of(n, edge, dtype::i8, {});
    CHECK(facts_of(cmsis_nn_tag{}, edge, n.all()).backend == portable);
    set_output_of(n, images, dtype::i8, {});
    CHECK(facts_of(cmsis_nn_tag{}, images, n.all()).backend == portable);
}
