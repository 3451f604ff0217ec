// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Models of codes, written down in a test or drawn, and a machine that runs them under either
// rounding: every step by its definition, with the kernels' arithmetic for single elements.

#include <onnx2hpp/lowered_model.hpp>

#include <helpers/random.hpp>

#include <cstdint>
#include <vector>

namespace onnx2hpp::test {

inline constexpr tigris::rounding both_roundings[]{tigris::rounding::nearest,
                                                   tigris::rounding::tflite};

/// Codes of a tensor in memory order.
using codes = std::vector<std::int32_t>;

/// 256 rows of 256 pixels, which have all pairs of two bytes.
codes all_pairs();

/// Those of every tensor, from those of the inputs; constants included.
std::vector<codes> run_codes(const lowered_model& m, const std::vector<codes>& inputs,
                             tigris::rounding rounds);

/// The constants of a layer. `scales`: real numbers, one or one for each output.
struct layer_constants {
    std::vector<std::int8_t> weights;
    std::vector<std::int32_t> biases;
    std::vector<double> scales;
};

/// Each function adds a step and gives its result. Images are [1, rows, width, channels].
struct code_model {
    lowered_model made;
    tigris::dtype type = tigris::dtype::i8;

    int input(const tigris::shape& dims, tigris::quantization quant);
    int constant(const tigris::shape& dims, tigris::quantization quant, const codes& elements);
    int conv(int x, const layer_constants& c, const tigris::ops::conv& op,
             tigris::quantization quant);
    int depthwise(int x, const layer_constants& c, const tigris::ops::depthwise_conv& op,
                  tigris::quantization quant);
    int gemm(int x, const layer_constants& c, const tigris::ops::gemm& op,
             tigris::quantization quant);
    int step(const any_op& op, const std::vector<int>& inputs, tigris::quantization quant);
    int reshape(int x, const tigris::shape& dims);
    void output(int t);

    const tigris::tensor& info(int t) const { return made.tensors[std::size_t(t)]; }
    int channels(int t) const { return info(t).dims[info(t).dims.rank - 1]; }

private:
    int add_tensor(tigris::tensor t);
    int add_layer(const any_op& op, int x, const tigris::shape& weight_dims,
                  const layer_constants& c, tigris::quantization quant);
};

/// A network of all kinds of steps, many of whose channels are constant or not used.
lowered_model random_code_model(std::uint64_t seed, tigris::dtype type);

}  // namespace onnx2hpp::test
