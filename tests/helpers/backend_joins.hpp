// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What every backend's joined tensors are tried with, against portable.

#include <helpers/own_kernel.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/seeds.hpp>
#include <helpers/weighted_case.hpp>
#include <tigris/kernels/portable/concat.hpp>

#include <doctest/doctest.h>

namespace tigris::test::joins {

using namespace tigris::kernels;

inline constexpr int capacity = 1800;

template <class T>
struct two_inputs {
    node_case n;
    ops::concat op;
    T in[2][capacity / 2];

    two_inputs(random_numbers& r, bool one_quantization) : op{.axis = int8_t(r.between(1, 3))} {
        shape dims{4, {1, r.between(1, 3), r.between(1, 4), r.between(1, 40)}};
        const quantization quant = random_quantization<T>(r);
        for (T(&elements)[capacity / 2] : in) {
            if (op.axis < 3) dims.extent[op.axis] = r.between(1, 4);
            if (op.axis == 3) dims.extent[3] = r.between(1, 36);
            for (T& x : elements) x = random_element<T>(r);
            n.add_input({.type = dtype_of<T>,
                         .dims = dims,
                         .quant = one_quantization ? quant : random_quantization<T>(r)});
        }
        set_output_of(n, op, dtype_of<T>, quant);
    }
    template <concat_key G, class AnyTag>
    void join(AnyTag tag, T* out) const {
        const auto layer = layer_of<T>(op, n.all(), n.weights(), G.rounds);
        if (describe(op, n.all()).contract == ops::contract::whole)
            return whole<G>(tag, layer, out, &in[0][0], &in[1][0]);
        const auto window = [&](int input) {
            const row_extents e = rows_of(n.tensors[input].dims);
            return whole_window(&in[input][0], 0, e.rows, e.row_elements());
        };
        rows<G>(tag, layer, out, rows_of(n.tensors[0].dims).rows, window(0), window(1));
    }
};

/// The same bytes as portable's; `slices` are inputs that already lie in the output.
template <class Tag, class T, bool OneQuantization, rounding R, uint32_t Slices = 0>
bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 61);
    const two_inputs<T> c(r, OneQuantization);
    constexpr concat_key G{.rounds = R, .in_slices = Slices};
    if (facts_of(Tag{}, c.op, c.n.all()).backend == portable) return false;
    T expected[capacity], out[capacity];
    for (int i = 0; i < capacity; ++i) expected[i] = out[i] = T(77);
    c.template join<G>(portable_tag{}, expected);
    c.template join<G>(Tag{}, out);
    return equal(out, expected, capacity);
}

template <class Tag>
void check() {
    constexpr rounding nearest = rounding::nearest, tflite = rounding::tflite;
    for (int seed = 0; seed < seeds(300); ++seed) {
        const bool codes = agrees<Tag, int8_t, true, nearest>(seed);
        const bool reals = agrees<Tag, float, true, nearest>(seed);
        const bool rescaled = agrees<Tag, int8_t, false, nearest>(seed);
        const bool like_tflite = agrees<Tag, int8_t, false, tflite>(seed);
        const bool unsigned_codes = agrees<Tag, uint8_t, false, tflite>(seed);
        const bool around_slices = agrees<Tag, int8_t, true, nearest, 0b10>(seed);
        CHECK_MESSAGE(codes, seed);
        CHECK_MESSAGE(reals, seed);
        CHECK_MESSAGE(rescaled, seed);
        CHECK_MESSAGE(like_tflite, seed);
        CHECK_MESSAGE(unsigned_codes, seed);
        CHECK_MESSAGE(around_slices, seed);
    }
}

}  // namespace tigris::test::joins
