// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/gemm.hpp>

#include <helpers/check.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/weighted_case.hpp>
#include <tigris/kernels/portable/facts.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 1200;

/// Shapes of `vectors` vectors of k elements each, in every rank.
constexpr shape shape_of_vectors(int rank, int& vectors, int k, random_numbers& r) {
    shape dims{.rank = int8_t(rank)};
    vectors = 1;
    for (int axis = 0; axis < rank - 1; ++axis) {
        dims.extent[axis] = r.between(1, 3);
        vectors *= dims.extent[axis];
    }
    dims.extent[rank - 1] = k;
    return dims;
}

/// A vector in `Pieces` rows, added up by ones and twos; integers also backwards.
template <gemm_key G, int Pieces, class In, class Out>
constexpr bool pieces_agree(const gemm_layer<In>& layer, const In* x, const Out* expected) {
    constexpr gemm_key in_pieces = [] {
        gemm_key g = G;
        g.vector_rows = Pieces;
        return g;
    }();
    const int32_t piece = layer.channels_in / Pieces;
    constexpr int steps[]{1, 2, -1};
    for (int step : steps) {
        if (step < 0 && is_float<In>) continue;
        accumulator_t<In> sums[32]{};
        Out out[32]{};
        begin<in_pieces>(portable_tag{}, layer, sums);
        for (int done = 0, count = 0; done < Pieces; done += count) {
            count = step > 0 && done + step <= Pieces ? step : 1;
            const int first = step > 0 ? done : Pieces - 1 - done;
            add_rows<in_pieces>(portable_tag{}, layer, sums, whole_window(x, first, Pieces, piece),
                                first, count);
        }
        end<in_pieces>(portable_tag{}, layer, sums, out);
        if (!equal(out, expected, layer.channels_out)) return false;
    }
    return true;
}

template <class In, class Out, rounding R, bool PerChannel, int K, int N>
constexpr bool agrees_at_size(int seed, int largest) {
    random_numbers r(uint64_t(seed) * 13 + uint64_t(largest));
    const int k = K ? K : r.between(1, largest), outputs = N ? N : r.between(1, largest);
    int vectors = 0;
    const shape dims = shape_of_vectors(r.between(1, 4), vectors, k, r);
    const ops::gemm op{random_clamp(r)};

    In in[capacity]{};
    for (int i = 0; i < vectors * k; ++i) in[i] = random_element<In>(r);
    weighted_constants<capacity, 32> c;
    randomize<In>(c, r, k * outputs, outputs);

    node_case n;
    const quantization quant = random_quantization<In>(r);
    n.add_input({.type = dtype_of<In>, .dims = dims, .quant = quant});
    add_constants<In>(n, c, {2, {outputs, k}}, outputs, PerChannel);
    set_output_of(n, op, dtype_of<Out>, random_quantization<Out>(r));
    for (int i = 0; !is_float<In> && i < outputs * k; ++i)
        c.bias[i / k] -= quant.zero_point * c.weights[i];

    constexpr gemm_key G{.in = dtype_of<In>,
                         .out = dtype_of<Out>,
                         .finish = {.rounds = R, .per_channel = PerChannel && !is_float<In>},
                         .channels_in = K,
                         .channels_out = N};
    gemm_key key = key_of(op, n.all(), R);
    if (key.channels_in != k || key.channels_out != outputs) return false;
    if (!K) key = traits_of(key);
    if (outputs == 1) key.finish.per_channel = G.finish.per_channel;
    if (key != G) return false;

    const auto layer = layer_of<In>(op, n.all(), n.weights(), R);
    const row_extents rows_in = rows_of(dims);
    const image_rows in_size{rows_in.images * rows_in.rows, rows_in.row_elements()};
    const image_rows out_size{in_size.rows, in_size.row_elements / k * outputs};
    Out out[capacity]{};
    run_tiles<G>(layer, in, in_size, out, out_size, {}, out_size.rows);
    for (int v = 0; v < vectors; ++v)
        for (int o = 0; o < outputs; ++o) {
            double sum = c.real_bias[o];
            for (int i = 0; i < k; ++i)
                sum += (double(in[v * k + i]) - quant.zero_point) * c.real_weights[o * k + i];
            if (!is_result(out[v * outputs + o], sum, c.multiplier(o, PerChannel), R, layer.result))
                return false;
        }
    const int32_t sums = facts_of(portable_tag{}, op, n.all()).accumulator_bytes;
    if (sums != (vectors == 1 ? int(sizeof(accumulator_t<In>)) * outputs : 0)) return false;
    if (k % 3 == 0 && !pieces_agree<G, 3>(layer, in, out)) return false;
    if (k % 4 == 0 && !pieces_agree<G, 4>(layer, in, out)) return false;
    return splits_agree<G, capacity, decltype(layer), In, Out>(layer, in, in_size, out, out_size,
                                                               {});
}

template <class In, class Out, rounding R = rounding::nearest, bool PerChannel = true, int K = 0,
          int N = 0>
constexpr bool agrees(int seed) {
    return agrees_at_size<In, Out, R, PerChannel, K, N>(seed, seed < 10 ? 3 : 32);
}

}  // namespace

#define CHECK_TYPES(...) TIGRIS_CHECK_SEEDS(99, agrees<__VA_ARGS__>)

TEST_CASE("quantized matrix products are the nearest to the ideal") {
    CHECK_TYPES(int8_t, int8_t);
    CHECK_TYPES(int8_t, int8_t, rounding::nearest, false);
    CHECK_TYPES(uint8_t, uint8_t);
    CHECK_TYPES(int8_t, uint8_t, rounding::nearest, true, 17, 5);
}

TEST_CASE("vectors of 16 bits") {
    CHECK_TYPES(int16_t, int16_t);
    CHECK_TYPES(int16_t, int16_t, rounding::tflite, false, 16, 4);
}

TEST_CASE("sums of 16-bit codes pass 32 bits") {
    int16_t x[2000]{}, out = 0;
    int8_t weights[2000]{};
    for (int i = 0; i < 2000; ++i) x[i] = INT16_MIN, weights[i] = i < 1999 ? -128 : 127;
    const int32_t multiplier = 1 << 30;
    const int8_t shift = -18;
    const gemm_layer<int16_t> layer{
        {weights}, {nullptr, &multiplier, &shift, 0, {0, INT16_MIN, INT16_MAX}}, 1, 2000, 1};
    rows<gemm_key{}>(portable_tag{}, layer, &out, 1, whole_window(&x[0], 0, 1, 2000));
    CHECK(out == 15984);  // (1999 * 128 - 127) * 2^15 / 2^19
}

TEST_CASE("tflite rounding equals its definition") {
    CHECK_TYPES(int8_t, int8_t, rounding::tflite);
    CHECK_TYPES(int8_t, int8_t, rounding::tflite, false, 16, 4);
}

TEST_CASE("float matrix products") {
    CHECK_TYPES(float, float);
    CHECK_TYPES(float, float, rounding::nearest, false, 7, 3);
}

TEST_CASE("a sum that leaves 32 bits saturates") {
    static constexpr int8_t x[]{127, 127}, weights[]{127, 127}, shift[]{1};
    static constexpr int32_t bias[]{INT32_MAX - 1}, multiplier[]{1 << 30};
    constexpr gemm_layer<int8_t> layer{
        {weights}, {bias, multiplier, shift, 0, {0, -128, 127}}, 1, 2, 1};
    constexpr gemm_key G{.in = dtype::i8, .out = dtype::i8};
    int8_t out = 0;
    rows<G>(portable_tag{}, layer, &out, 1, whole_window(x, 0, 1, 2));
    CHECK(out == 127);
}
