// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/arm_dsp/gemm.hpp>

#include <support/arranged_weights.hpp>
#include <support/row_runs.hpp>
#include <support/weighted_case.hpp>
#include <support/working_memory.hpp>
#include <tigris/kernels/arm_dsp/facts.hpp>

#include <doctest/doctest.h>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int most_inputs = 600, most_outputs = 9;

/// A vector of `inputs` elements in Pieces rows, from the last to the first.
template <geometry G, class Tag>
void run(const Tag& tag, const gemm_layer<int8_t>& layer, const int8_t* x, int8_t* out) {
    constexpr int pieces = G.pieces ? G.pieces : 1;
    int32_t sums[most_outputs]{};
    begin<G>(tag, layer, sums);
    for (int piece = pieces - 1; piece >= 0; --piece)
        add_rows<G>(tag, layer, sums, whole_window(x, piece, pieces, layer.channels_in / pieces),
                    piece, 1);
    end<G>(tag, layer, sums, out);
}

/// Three vectors, as rows and as vectors of a row.
template <geometry Portable, geometry G>
bool rows_agree(const arm_dsp_tag& tag, gemm_layer<int8_t> canonical, gemm_layer<int8_t> layer,
                const int8_t* x) {
    int8_t expected[3 * most_outputs]{}, out[3 * most_outputs]{};
    const auto in = whole_window(x, 0, 3, layer.channels_in);
    canonical.vectors = layer.vectors = 1;
    rows<Portable>(portable_tag{}, canonical, expected, 3, in);
    rows<G>(tag, layer, out, 3, in);
    if (!equal(out, expected, 3 * layer.channels_out)) return false;
    layer.vectors = 3;
    for (int8_t& byte : out) byte = 0;
    rows<G>(tag, layer, out, 1, whole_window(x, 0, 1, 3 * layer.channels_in));
    return equal(out, expected, 3 * layer.channels_out);
}

template <rounding R, bool PerChannel, int Pieces, weight_order Order>
bool agrees(int seed) {
    random_numbers r(uint64_t(seed) * 31 + Pieces);
    const int pieces = Pieces ? Pieces : 1;
    const int inputs = pieces * r.between(1, seed % 3 ? 40 : most_inputs / pieces);
    const int outputs = r.between(1, most_outputs);
    const ops::gemm op{random_clamp(r)};
    int8_t in[3 * most_inputs];
    for (int8_t& x : in) x = random_element<int8_t>(r);
    // Every other seed: weights that begin at words.
    alignas(4) weighted_constants<most_inputs * most_outputs, most_outputs> c;
    randomize<int8_t>(c, r, inputs * outputs, outputs);
    if (Order != weight_order::canonical) make_pairable(c.weights, inputs * outputs + 1);
    node_case n;
    n.add_input(
        {.type = dtype::i8, .dims = {2, {1, inputs}}, .quant = random_quantization<int8_t>(r)});
    add_constants<int8_t>(n, c, {2, {outputs, inputs}}, outputs, PerChannel);
    set_output_of(n, op, dtype::i8, random_quantization<int8_t>(r));
    if (seed % 2) n.constants[0].bytes += 1;
    const arranged_node<Order, 8 * most_inputs * most_outputs> arranged(n);
    const auto canonical = layer_of<int8_t>(op, n.all(), n.weights(), R);
    const auto layer = layer_of<int8_t>(op, arranged.node.all(), arranged.node.weights(), R);

    constexpr geometry Portable{.kind = ops::kind_of<ops::gemm>,
                                .in = dtype::i8,
                                .out = dtype::i8,
                                .rounds = R,
                                .per_channel = PerChannel,
                                .pieces = Pieces};
    constexpr geometry G = in_order(Portable, Order);
    working_memory memory(facts_of(arm_dsp_tag{}, op, arranged.node.all()), 1, seed % 4);
    int8_t expected[most_outputs]{}, out[most_outputs]{};
    run<Portable>(portable_tag{}, canonical, in, expected);
    const arm_dsp_tag tag{{}, memory.begin()};
    run<G>(tag, layer, in, out);
    return equal(out, expected, outputs) && rows_agree<Portable, G>(tag, canonical, layer, in) &&
           memory.is_intact();
}

template <rounding R, bool PerChannel, int Pieces>
void check() {
    for (int seed = 0; seed < 200; ++seed) {
        const bool same = agrees<R, PerChannel, Pieces, weight_order::canonical>(seed);
        const bool fours = agrees<R, PerChannel, Pieces, weight_order::arm_dsp_fours>(seed);
        CHECK_MESSAGE(same, seed);
        CHECK_MESSAGE(fours, seed);
    }
}

}  // namespace

TEST_CASE("vectors that come whole") {
    check<rounding::nearest, true, 0>();
    check<rounding::tflite, true, 0>();
    check<rounding::tflite, false, 0>();
}

TEST_CASE("vectors that come in pieces") {
    check<rounding::nearest, true, 5>();
    check<rounding::tflite, false, 2>();
}
