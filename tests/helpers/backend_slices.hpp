// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What every backend's parts of rows are tried with, against portable.

#include <helpers/own_kernel.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/seeds.hpp>
#include <helpers/slice_runs.hpp>
#include <helpers/weighted_case.hpp>
#include <tigris/kernels/portable/slice.hpp>

#include <doctest/doctest.h>

namespace tigris::test::slices {

using namespace tigris::kernels;

inline constexpr int capacity = 1600;

/// Some rows, columns and channels of an image; now and then not all channels of those.
template <class Tag, class T>
bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 47);
    const shape dims{4, {1, r.between(1, 5), r.between(1, 6), r.between(1, 50)}};
    shape taken = dims;
    ops::slice op;
    for (int axis = 1; axis < 4; ++axis) {
        op.begin[axis] = r.between(0, dims[axis] - 1);
        op.step[axis] = axis < 3 || r.chance(8) ? r.between(1, 2) : 1;
        taken.extent[axis] = r.between(1, (dims[axis] - 1 - op.begin[axis]) / op.step[axis] + 1);
    }
    node_case n;
    n.add_input({.type = dtype_of<T>, .dims = dims});
    n.set_output({.type = dtype_of<T>, .dims = taken});
    T in[capacity], expected[capacity]{}, out[capacity]{};
    for (T& x : in) x = T(r.between(-100, 100));
    constexpr slice_key G{};
    const auto layer = layer_of<T>(op, n.all(), n.weights(), rounding::nearest);
    const image_rows size{dims[1], dims[2] * dims[3]}, size_out{taken[1], taken[2] * taken[3]};
    const ops::row_reach reach = describe(op, n.all()).reach;
    run_tiles<G>(layer, in, size, expected, size_out, reach, taken[1]);
    const kernel_facts facts = facts_of(Tag{}, op, n.all());
    if (op.step[3] == 1 && !names_kernel<G, Tag>(facts, layer, out)) return false;
    const auto write_slices = [&](T* slices) {
        rows<in_slices(G)>(Tag{}, layer, slices, taken[1], window_of(in, size, reach, 0));
    };
    if (taken[3] < slice_stride &&
        !slices_agree<30>(expected, taken[1] * taken[2], taken[3], write_slices))
        return false;
    return splits_agree<G, capacity>(layer, in, size, expected, size_out, reach, Tag{});
}

template <class Tag>
void check() {
    for (int seed = 0; seed < seeds(400); ++seed) {
        const bool bytes = agrees<Tag, int8_t>(seed), reals = agrees<Tag, float>(seed);
        CHECK_MESSAGE(bytes, seed);
        CHECK_MESSAGE(reals, seed);
    }
}

}  // namespace tigris::test::slices
