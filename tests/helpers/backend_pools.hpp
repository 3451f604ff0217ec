// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Pools of int8 of random layers on a backend and on the portable kernels: the same bytes, however
// rows are split, also in slices.

#include <helpers/own_kernel.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/seeds.hpp>
#include <helpers/slice_runs.hpp>
#include <helpers/variants_agree.hpp>
#include <helpers/weighted_case.hpp>
#include <helpers/working_memory.hpp>
#include <tigris/kernels/portable/pool.hpp>

#include <doctest/doctest.h>

namespace tigris::test {

inline constexpr int pool_capacity = 2500;

/// Channels of 0 are random, and unknown to the key.
struct pool_settings {
    ops::window window{};
    int channels = 0;
    bool one_quantization = true;
    ops::pool_function function = ops::pool_function::max;
    bool count_include_pad = false;
};

template <class Tag, class T, pool_settings S, rounding R>
bool pools_agree(int seed, int largest) {
    random_numbers r(uint64_t(seed) * 53 + uint64_t(largest));
    const int rows_in = r.between(1, largest), width = r.between(1, largest);
    const int channels = S.channels ? S.channels : r.between(1, 17);
    const ops::pool op{S.function, S.window, S.count_include_pad, random_clamp(r)};
    if (ops::output_rows(S.window, rows_in) < 1 || ops::output_width(S.window, width) < 1)
        return true;
    T in[pool_capacity];
    for (T& x : in) x = random_element<T>(r);
    node_case n;
    const quantization quant = random_quantization<T>(r);
    n.add_input({.type = dtype_of<T>, .dims = {4, {1, rows_in, width, channels}}, .quant = quant});
    set_output_of(n, op, dtype_of<T>, S.one_quantization ? quant : random_quantization<T>(r));

    constexpr kernels::pool_key G{.window = kernels::key_of(S.window),
                                  .function = S.function,
                                  .in = dtype_of<T>,
                                  .out = dtype_of<T>,
                                  .rounds = R,
                                  .channels = S.channels};
    const auto layer = kernels::layer_of<T>(op, n.all(), n.weights(), R);
    const kernel_facts facts = facts_of(Tag{}, op, n.all());
    const shape dims = n.all().output().dims;
    working_memory memory(facts, dims[1], seed % 4);
    const Tag tag = tag_with_memory<Tag>(memory);
    const image_rows in_size{rows_in, width * channels}, out_size{dims[1], dims[2] * channels};
    const ops::row_reach reach = ops::reach_of(S.window);
    T expected[pool_capacity]{};
    run_tiles<G>(layer, in, in_size, expected, out_size, reach, dims[1]);
    if (S.channels && !names_kernel<G, Tag>(facts, layer, expected)) return false;
    const auto write_slices = [&](T* slices) {
        rows<in_slices(G)>(tag, layer, slices, dims[1], window_of(in, in_size, reach, 0));
    };
    if (channels < slice_stride &&
        !slices_agree<200>(expected, dims[1] * dims[2], channels, write_slices))
        return false;
    const auto agree = [&]<kernels::pool_key Key>() {
        return splits_agree<Key, pool_capacity>(layer, in, in_size, expected, out_size, reach, tag);
    };
    return variants_agree<G>(tag, layer, agree) && memory.is_intact();
}

template <class Tag, pool_settings S, class T = int8_t>
void check_pools() {
    for (int seed = 0; seed < seeds(120); ++seed) {
        const bool nearest = !kernels::can_round<Tag>(rounding::nearest) ||
                             pools_agree<Tag, T, S, rounding::nearest>(seed, seed % 3 ? 8 : 3);
        const bool tflite = pools_agree<Tag, T, S, rounding::tflite>(seed, seed % 3 ? 8 : 3);
        CHECK_MESSAGE(nearest, seed);
        CHECK_MESSAGE(tflite, seed);
    }
}

/// Maxima of strides, padding, dilations, padding wider than the image; other quantizations,
/// averages.
template <class Tag>
void check_maxima() {
    check_pools<Tag, pool_settings{.window{2, 2, 2, 2}}>();
    check_pools<Tag, pool_settings{.window{3, 3, 1, 1, 1, 1, 1, 1, 1, 1}}>();
    check_pools<Tag, pool_settings{.window{3, 3, 2, 2, 1, 1, 0, 1, 1, 0}, .channels = 7}>();
    check_pools<Tag, pool_settings{.window{2, 3, 1, 2, 2, 1, 4, 4, 4, 4}, .channels = 8}>();
    check_pools<Tag,
                pool_settings{.window{2, 2, 2, 2}, .channels = 4, .one_quantization = false}>();
    check_pools<Tag,
                pool_settings{
                    .window{2, 2, 2, 2}, .channels = 8, .function = ops::pool_function::average}>();
}

/// Averages under both rules, with padding that counts and that does not, of windows that hold
/// nothing, and of more taps than a kernel may take.
template <class Tag>
void check_averages() {
    constexpr auto average = ops::pool_function::average, mean = ops::pool_function::mean;
    constexpr ops::window halves{2, 2, 2, 2}, padded{3, 3, 1, 1, 1, 1, 1, 1, 1, 1};
    constexpr ops::window wide{2, 3, 1, 2, 2, 1, 4, 4, 4, 4};
    check_pools<Tag, pool_settings{.window = halves, .function = average}>();
    check_pools<Tag, pool_settings{.window = halves, .function = mean}>();
    check_pools<Tag, pool_settings{.window = padded, .function = average}>();
    check_pools<Tag, pool_settings{.window = padded,
                                   .channels = 8,
                                   .function = average,
                                   .count_include_pad = true}>();
    check_pools<Tag, pool_settings{.window = padded,
                                   .one_quantization = false,
                                   .function = average,
                                   .count_include_pad = true}>();
    check_pools<Tag, pool_settings{.window = wide, .channels = 7, .function = average}>();
    check_pools<Tag,
                pool_settings{
                    .window = wide, .channels = 9, .one_quantization = false, .function = mean}>();
    check_pools<Tag,
                pool_settings{
                    .window{12, 12, 1, 1, 1, 1, 7, 7, 7, 7}, .channels = 5, .function = average}>();
}

}  // namespace tigris::test
