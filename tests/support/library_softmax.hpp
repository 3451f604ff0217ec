// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What softmax by libraries of kernels is tried with, against portable.

#include <support/node_case.hpp>
#include <support/own_kernel.hpp>
#include <support/random.hpp>
#include <support/row_runs.hpp>
#include <support/working_memory.hpp>
#include <tigris/kernels/library_rows.hpp>

#include <doctest/doctest.h>

#include <vector>

namespace tigris::test {

/// Codes anywhere, or close together.
inline void fill_codes(std::vector<int8_t>& codes, random_numbers& r) {
    const int low = r.chance(3) ? 90 : -128;
    for (int8_t& x : codes) x = int8_t(r.between(low, r.chance(9) ? 127 : 120));
}

template <class Tag, kernels::geometry G>
bool softmax_agrees(const node_case& n, const shape& dims, random_numbers& r) {
    const ops::softmax op{};
    const auto layer = kernels::layer_of<int8_t>(op, n.all(), n.weights(), G.rounds);
    const kernel_facts facts = facts_of(Tag{}, op, n.all());
    if (!names_kernel<G, Tag>(facts, layer, static_cast<const int8_t*>(nullptr))) return false;
    const int row = dims[2] * dims[3];
    std::vector<int8_t> in(std::size_t(dims[1] * row)), expected = in, out = in;
    fill_codes(in, r);
    working_memory memory(facts, dims[1], r.between(0, 3));
    const auto window = kernels::whole_window(in.data(), 0, dims[1], row);
    kernels::rows<G>(kernels::portable_tag{}, layer, expected.data(), dims[1], window);
    rows<G>(tag_with_memory<Tag>(memory), layer, out.data(), dims[1], window);
    // In place: a planner may want it.
    rows<G>(tag_with_memory<Tag>(memory), layer, in.data(), dims[1], window);
    return out == expected && in == expected && memory.is_intact();
}

/// Rows of 1 to 80 elements, at a scale known to the compiler.
template <class Tag, int ScaleIn1000s, int ZeroPointOut = -128>
void check_softmax() {
    constexpr float scale = float(ScaleIn1000s) / 1000;
    constexpr rounding R = ZeroPointOut == -128 ? rounding::tflite : rounding::nearest;
    constexpr kernels::geometry G{.kind = ops::kind_of<ops::softmax>,
                                  .in = dtype::i8,
                                  .out = dtype::i8,
                                  .rounds = R,
                                  .quantized = true,
                                  .scale_bits = __builtin_bit_cast(uint32_t, scale)};
    for (int seed = 0; seed < 300; ++seed) {
        random_numbers r(static_cast<uint64_t>(seed));
        const shape dims{4, {1, r.between(1, 3), r.between(1, 3), r.between(1, 80)}};
        node_case n;
        n.add_input({.type = dtype::i8, .dims = dims, .quant = {scale, 3}});
        n.set_output({.type = dtype::i8, .dims = dims, .quant = {1.0f / 256, ZeroPointOut}});
        const bool same = softmax_agrees<Tag, G>(n, dims, r);
        CHECK_MESSAGE(same, seed);
    }
}

/// Scales from tiny to larger than any difference that counts; a quantization that TFLite does not
/// know, which is portable's.
template <class Tag>
void check_softmaxes() {
    check_softmax<Tag, 1>();
    check_softmax<Tag, 70>();
    check_softmax<Tag, 133>();
    check_softmax<Tag, 1000>();
    check_softmax<Tag, 20000>();
    check_softmax<Tag, 70, 0>();
}

}  // namespace tigris::test
