// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What softmax by libraries of kernels is tried with, against portable.

#include <helpers/node_case.hpp>
#include <helpers/own_kernel.hpp>
#include <helpers/random.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/seeds.hpp>
#include <helpers/working_memory.hpp>
#include <tigris/kernels/adapters/library_rows.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace tigris::test {

/// Codes anywhere, or close together; or 16 of the highest above 47 of the lowest, which in 16
/// bits add up to a hair below a power of two.
template <class T>
void fill_codes(std::vector<T>& codes, int channels, random_numbers& r) {
    const int lowest = lowest_of(dtype_of<T>), highest = highest_of(dtype_of<T>);
    const int low = r.chance(3) ? highest * 3 / 4 : lowest;
    const int high = r.chance(9) ? highest : highest - highest / 16;
    for (T& x : codes) x = T(r.between(low, high));
    if (channels != 63) return;
    for (std::size_t i = 0; i < codes.size(); ++i) codes[i] = T(i % 63 < 16 ? highest : lowest);
}

template <class Tag, kernels::softmax_key G, class T>
bool softmax_agrees(const node_case& n, const shape& dims, random_numbers& r) {
    const ops::softmax op{};
    if (kernels::key_of(op, n.all(), rounding::tflite) != G) return false;
    const auto layer = kernels::layer_of<T>(op, n.all(), n.weights(), G.rounds);
    const kernel_facts facts = facts_of(Tag{}, op, n.all());
    if (!names_kernel<G, Tag>(facts, layer, static_cast<const T*>(nullptr))) return false;
    const int row = dims[2] * dims[3];
    std::vector<T> in(std::size_t(dims[1] * row)), expected = in, out = in;
    fill_codes(in, dims[3], r);
    working_memory memory(facts, dims[1], r.between(0, 3));
    const auto window = kernels::whole_window(in.data(), 0, dims[1], row);
    kernels::rows<G>(kernels::portable_tag{}, layer, expected.data(), dims[1], window);
    rows<G>(tag_with_memory<Tag>(memory), layer, out.data(), dims[1], window);
    // In place: a planner may want it.
    rows<G>(tag_with_memory<Tag>(memory), layer, in.data(), dims[1], window);
    return out == expected && in == expected && memory.is_intact();
}

/// What TFLite's softmax makes.
template <class T>
inline constexpr quantization probabilities{1.0f / 256, -128};
template <>
inline constexpr quantization probabilities<int16_t>{1.0f / 32768, 0};

/// Rows of 1 to 80 elements, at a scale in millionths known to the compiler.
template <class Tag, int Scale, class T = int8_t, quantization Out = probabilities<T>>
void check_softmax() {
    constexpr float scale = float(Scale) / 1000000;
    constexpr rounding R = Out == probabilities<T> ? rounding::tflite : rounding::nearest;
    constexpr kernels::softmax_key G{
        .rounds = R, .scale_bits = is_same<T, int8_t> ? __builtin_bit_cast(uint32_t, scale) : 0};
    for (int seed = 0; seed < seeds(300); ++seed) {
        random_numbers r(static_cast<uint64_t>(seed));
        const shape dims{4, {1, r.between(1, 3), r.between(1, 3), r.between(1, 80)}};
        node_case n;
        n.add_input({.type = dtype_of<T>, .dims = dims, .quant = {scale, 0}});
        n.set_output({.type = dtype_of<T>, .dims = dims, .quant = Out});
        const bool same = softmax_agrees<Tag, G, T>(n, dims, r);
        CHECK_MESSAGE(same, seed);
    }
}

/// Scales from tiny to larger than any difference that counts; a quantization that TFLite does not
/// know, which is portable's.
template <class Tag>
void check_softmaxes() {
    check_softmax<Tag, 1000>();
    check_softmax<Tag, 70000>();
    check_softmax<Tag, 133000>();
    check_softmax<Tag, 1000000>();
    check_softmax<Tag, 20000000>();
    check_softmax<Tag, 70000, int8_t, quantization{1.0f / 256, 0}>();
}

template <class Tag>
void check_wide_softmaxes() {
    check_softmax<Tag, 1, int16_t>();
    check_softmax<Tag, 300, int16_t>();
    check_softmax<Tag, 4000, int16_t>();
    check_softmax<Tag, 4900000, int16_t>();
    check_softmax<Tag, 300, int16_t, quantization{1.0f / 65536, 0}>();
}

}  // namespace tigris::test
