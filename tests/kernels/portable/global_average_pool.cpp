// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tigris/kernels/portable/global_average_pool.hpp>

#include <helpers/average_model.hpp>
#include <helpers/check.hpp>
#include <helpers/row_runs.hpp>
#include <helpers/weighted_case.hpp>
#include <tigris/kernels/portable/facts.hpp>

using namespace tigris;
using namespace tigris::kernels;
using namespace tigris::test;

namespace {

constexpr int capacity = 3000;

/// Rows are added `tile` at a time.
template <global_average_pool_key G, class In, class Out>
constexpr void run(const global_average_pool_layer<In>& layer, const In* in, image_rows size,
                   int tile, Out* out) {
    accumulator_t<In> sums[32]{};
    begin<G>(portable_tag{}, layer, sums);
    for (int q = 0; q < size.rows; q += tile) {
        const int count = size.rows - q < tile ? size.rows - q : tile;
        add_rows<G>(portable_tag{}, layer, sums, window_of(in, size, {}, q), q, count);
    }
    end<G>(portable_tag{}, layer, sums, out);
}

template <class In, class Out, bool OneQuantization, rounding R, int Channels, bool Mean>
constexpr bool agrees_at_size(int seed, int largest) {
    random_numbers r(uint64_t(seed) * 17 + uint64_t(largest));
    const int rows = r.between(1, largest), width = r.between(1, largest);
    const int channels = Channels ? Channels : r.between(1, 17);
    const ops::global_average_pool op{.mean = Mean, .clamp = random_clamp(r)};
    In in[capacity]{};
    for (int i = 0; i < rows * width * channels; ++i) in[i] = random_element<In>(r);

    node_case n;
    const quantization quant = random_quantization<In>(r);
    n.add_input({.type = dtype_of<In>, .dims = {4, {1, rows, width, channels}}, .quant = quant});
    set_output_of(n, op, dtype_of<Out>, OneQuantization ? quant : random_quantization<Out>(r));
    if (facts_of(portable_tag{}, op, n.all()).accumulator_bytes !=
        int(sizeof(accumulator_t<In>)) * channels)
        return false;

    constexpr global_average_pool_key G{.mean = Mean, .rounds = R, .channels = Channels};
    const global_average_pool_key key = key_of(op, n.all(), R);
    if (key.channels != channels || (Channels ? key : traits_of(key)) != G) return false;

    const auto layer = layer_of<In>(op, n.all(), n.weights(), R);
    Out out[32]{}, split[32]{};
    run<G>(layer, in, {rows, width * channels}, rows, out);
    run<G>(layer, in, {rows, width * channels}, 2, split);
    if (!equal(out, split, channels)) return false;
    for (int c = 0; c < channels; ++c) {
        double sum = 0;
        for (int i = 0; i < rows * width; ++i) sum += double(in[i * channels + c]);
        if constexpr (is_float<In>) {
            const double error = out[c] - clamped(float(sum / (rows * width)), layer.result);
            if (error > 1e-6 || error < -1e-6) return false;
        } else if (!is_average(out[c], int64_t(sum), rows * width, rows * width, R, layer.result,
                               Mean)) {
            return false;
        }
    }
    return true;
}

template <class In, class Out, bool OneQuantization, rounding R = rounding::nearest,
          int Channels = 0, bool Mean = false>
constexpr bool agrees(int seed) {
    return agrees_at_size<In, Out, OneQuantization, R, Channels, Mean>(seed, seed < 10 ? 3 : 12);
}

}  // namespace

#define CHECK_TYPES(...) TIGRIS_CHECK_SEEDS(99, agrees<__VA_ARGS__>)

TEST_CASE("averages of whole images") {
    CHECK_TYPES(int8_t, int8_t, true);
    CHECK_TYPES(int8_t, int8_t, false, rounding::nearest, 16);
    CHECK_TYPES(uint8_t, int8_t, false);
    CHECK_TYPES(float, float, true);
}

TEST_CASE("averages of 16-bit codes") {
    CHECK_TYPES(int16_t, int16_t, true);
    CHECK_TYPES(int16_t, int16_t, false);
    CHECK_TYPES(int16_t, int16_t, false, rounding::tflite);
}

TEST_CASE("the largest mean of 16-bit codes") {
    constexpr rescaling halved{{1 << 30, 0}, 0, {0, INT16_MIN, INT16_MAX}};
    static_assert(average<rounding::nearest, false, int16_t>(65535 * -32768, 65535, halved) ==
                  -16384);
    static_assert(average<rounding::nearest, false, int16_t>(
                      65535 * -32768, 65535, {{1 << 30, -15}, 0, halved.codes}) == 0);  // one half
    static_assert(average<rounding::nearest, false, int16_t>(
                      3 * -32768, 3, {{(1 << 30) + 1, -15}, 0, halved.codes}) == -1);
}

TEST_CASE("averages of whole images as TFLite computes them") {
    CHECK_TYPES(int8_t, int8_t, true, rounding::tflite);
    CHECK_TYPES(int8_t, int8_t, false, rounding::tflite);
    CHECK_TYPES(int8_t, int8_t, true, rounding::tflite, 0, true);
    CHECK_TYPES(int8_t, int8_t, true, rounding::nearest, 0, true);
}
