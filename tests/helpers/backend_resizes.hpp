// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What every backend's images of their nearest pixels are tried with, against portable.

#include <helpers/own_kernel.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/seeds.hpp>
#include <helpers/slice_runs.hpp>
#include <helpers/weighted_case.hpp>
#include <tigris/kernels/portable/resize.hpp>

#include <doctest/doctest.h>

namespace tigris::test::resizes {

using namespace tigris::kernels;

inline constexpr int capacity = 2000;

/// Images of any number of channels; the output's rows and columns.
struct settings {
    ops::resize op{};
    int rows = 1;
    int width = 1;
    int rows_out = 1;
    int width_out = 1;
    bool one_quantization = true;
};

template <class T>
node_case resizing(const settings& s, int channels, quantization from, quantization to) {
    node_case n;
    n.add_input({.type = dtype_of<T>, .dims = {4, {1, s.rows, s.width, channels}}, .quant = from});
    n.set_output(
        {.type = dtype_of<T>, .dims = {4, {1, s.rows_out, s.width_out, channels}}, .quant = to});
    return n;
}

/// The same key for every quantization and number of channels.
template <class T>
constexpr resize_key key_of(const settings& s) {
    node_case n;
    const quantization quant = is_float<T> ? quantization{} : quantization{0.5f, 3};
    const quantization other = s.one_quantization ? quant : quantization{0.25f, 3};
    n.add_input({.type = dtype_of<T>, .dims = {4, {1, s.rows, s.width, 1}}, .quant = quant});
    n.set_output(
        {.type = dtype_of<T>, .dims = {4, {1, s.rows_out, s.width_out, 1}}, .quant = other});
    return kernels::key_of(s.op, n.all(), rounding::nearest);
}

template <class Tag, class T, settings S>
bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 71);
    const int channels = r.between(1, 40);
    const quantization quant = random_quantization<T>(r);
    const node_case n =
        resizing<T>(S, channels, quant, S.one_quantization ? quant : random_quantization<T>(r));
    constexpr resize_key G = key_of<T>(S);
    const auto layer = layer_of<T>(S.op, n.all(), n.weights(), rounding::nearest);
    T in[capacity], expected[capacity]{}, out[capacity]{};
    for (T& x : in) x = random_element<T>(r);
    if (!names_kernel<G, Tag>(facts_of(Tag{}, S.op, n.all()), layer, out)) return false;
    const ops::row_reach reach = describe(S.op, n.all()).reach;
    const auto window = [&](int row) {
        return whole_window(in, ops::first_row_of(reach, row), S.rows, S.width * channels);
    };
    numbered_rows<G>(portable_tag{}, layer, expected, 0, S.rows_out, window(0));
    for (int row = 0; row < S.rows_out; ++row)
        numbered_rows<G>(Tag{}, layer, out + row * S.width_out * channels, row, 1, window(row));
    T together[capacity]{};
    numbered_rows<G>(Tag{}, layer, together, 0, S.rows_out, window(0));
    const auto write_slices = [&](T* slices) {
        numbered_rows<in_slices(G)>(Tag{}, layer, slices, 0, S.rows_out, window(0));
    };
    constexpr int pixels = S.rows_out * S.width_out;
    return equal(out, expected, capacity) && equal(together, expected, capacity) &&
           (channels >= slice_stride ||
            slices_agree<pixels>(expected, pixels, channels, write_slices));
}

inline constexpr ops::resize halves{}, floors{.coordinates = ops::resize_coordinates::asymmetric,
                                              .nearest = ops::nearest_rounding::floor};
inline constexpr settings twice{floors, 3, 4, 6, 8}, thirds{halves, 3, 2, 7, 5};
inline constexpr settings wider{halves, 4, 3, 4, 7}, smaller{halves, 6, 8, 4, 5};
inline constexpr settings other_codes{floors, 3, 4, 6, 8, false};

template <class Tag>
void check() {
    for (int seed = 0; seed < seeds(100); ++seed) {
        const bool bytes = agrees<Tag, int8_t, twice>(seed) && agrees<Tag, int8_t, wider>(seed);
        const bool reals = agrees<Tag, float, thirds>(seed) && agrees<Tag, float, wider>(seed);
        const bool unsigned_bytes = agrees<Tag, uint8_t, smaller>(seed);
        const bool others = agrees<Tag, int8_t, other_codes>(seed);
        CHECK_MESSAGE(bytes, seed);
        CHECK_MESSAGE(reals, seed);
        CHECK_MESSAGE(unsigned_bytes, seed);
        CHECK_MESSAGE(others, seed);
    }
}

}  // namespace tigris::test::resizes
