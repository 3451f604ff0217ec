// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Fully connected layers on a backend and on the portable kernels: codes must be the same, floats
// close, however the vectors arrive.

#include <helpers/arranged_weights.hpp>
#include <helpers/closeness.hpp>
#include <helpers/own_kernel.hpp>
#include <helpers/weighted_case.hpp>
#include <helpers/working_memory.hpp>
#include <tigris/kernels/portable/gemm.hpp>

namespace tigris::test {

inline constexpr int most_inputs = 600, most_outputs = 9;

/// A vector in G.vector_rows rows (0: one), from the last to the first.
template <kernels::gemm_key G, class Tag, class T>
void run_in_pieces(const Tag& tag, const kernels::gemm_layer<T>& layer,
                   const kernels::activation_t<T>* x, kernels::activation_t<T>* out) {
    constexpr int pieces = G.vector_rows ? G.vector_rows : 1;
    kernels::accumulator_t<T> sums[most_outputs]{};
    begin<G>(tag, layer, sums);
    for (int piece = pieces - 1; piece >= 0; --piece)
        add_rows<G>(tag, layer, sums,
                    kernels::whole_window(x, piece, pieces, layer.channels_in / pieces), piece, 1);
    end<G>(tag, layer, sums, out);
}

/// Three vectors, as rows and as vectors of a row.
template <kernels::gemm_key Portable, kernels::gemm_key G, class Tag, class T>
bool rows_agree(const Tag& tag, kernels::gemm_layer<T> canonical, kernels::gemm_layer<T> layer,
                const T* x) {
    T expected[3 * most_outputs]{}, out[3 * most_outputs]{};
    const auto in = kernels::whole_window(x, 0, 3, layer.channels_in);
    canonical.vectors = layer.vectors = 1;
    rows<Portable>(kernels::portable_tag{}, canonical, expected, 3, in);
    rows<G>(tag, layer, out, 3, in);
    if (!close(out, expected, 3 * layer.channels_out)) return false;
    layer.vectors = 3;
    for (T& element : out) element = 0;
    rows<G>(tag, layer, out, 1, kernels::whole_window(x, 0, 1, 3 * layer.channels_in));
    return close(out, expected, 3 * layer.channels_out);
}

/// Tag is a backend's; weights lie in Order. Random extents and constants, some of them at the ends
/// of their ranges.
template <class Tag, class T, rounding R, bool PerChannel, int Pieces,
          weight_order Order = weight_order::canonical>
bool vectors_agree_with_portable(int seed) {
    random_numbers r(uint64_t(seed) * 31 + Pieces);
    const int pieces = Pieces ? Pieces : 1;
    const int inputs = pieces * r.between(1, seed % 3 ? 40 : most_inputs / pieces);
    const int outputs = r.between(1, most_outputs);
    const ops::gemm op{random_clamp(r)};
    T in[3 * most_inputs];
    for (T& x : in) x = random_element<T>(r);
    // Every other seed: weights of bytes that do not begin at words.
    weighted_constants<most_inputs * most_outputs, most_outputs> c;
    randomize<T>(c, r, inputs * outputs, outputs);
    if (Order != weight_order::canonical) make_pairable(c.weights, inputs * outputs + 1);
    node_case n;
    n.add_input(
        {.type = dtype_of<T>, .dims = {2, {1, inputs}}, .quant = random_quantization<T>(r)});
    add_constants<T>(n, c, {2, {outputs, inputs}}, outputs, PerChannel);
    set_output_of(n, op, dtype_of<T>, random_quantization<T>(r));
    if (seed % 2 && !is_float<T>) n.constants[0].bytes += 1;
    const arranged_node<Order, 8 * most_inputs * most_outputs> arranged(n);
    const auto canonical = kernels::layer_of<T>(op, n.all(), n.weights(), R);
    const auto layer = kernels::layer_of<T>(op, arranged.node.all(), arranged.node.weights(), R);

    constexpr kernels::gemm_key Portable{.in = dtype_of<T>,
                                         .out = dtype_of<T>,
                                         .finish = {.rounds = R, .per_channel = PerChannel},
                                         .vector_rows = Pieces};
    constexpr kernels::gemm_key G = in_order(Portable, Order);
    T expected[most_outputs]{}, out[most_outputs]{};
    const kernel_facts facts = facts_of(Tag{}, op, arranged.node.all());
    if (!names_kernel<G, Tag>(facts, layer, out)) return false;
    working_memory memory(facts, 1, seed % 4);
    run_in_pieces<Portable>(kernels::portable_tag{}, canonical, in, expected);
    Tag tag;
    tag.scratch = memory.begin();
    run_in_pieces<G>(tag, layer, in, out);
    return close(out, expected, outputs) && rows_agree<Portable, G>(tag, canonical, layer, in) &&
           memory.is_intact();
}

}  // namespace tigris::test
