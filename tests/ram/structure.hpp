// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Networks without weights, written down layer by layer: for planning, which reads nothing else.

#include <onnx2hpp/lowered_model.hpp>

#include <string>
#include <vector>

namespace ram {

/// Builds the lowered model of an int8 network of one image. Layers are steps in the order of the
/// calls; each call gives the tensor that it makes.
class structure {
public:
    explicit structure(std::string name);

    int input(int rows, int width, int channels);

    /// Square kernels. padded: by kernel / 2 all around, as PyTorch does.
    int conv(int x, int outputs, int kernel, int stride = 1, bool padded = true);
    int depthwise(int x, int kernel, int stride = 1);
    int max_pool(int x, int kernel, int stride);
    int add(int a, int b);
    int concat(int a, int b);
    int upsample(int x, int factor);
    int average(int x);
    int gemm(int x, int outputs);

    /// Extents of a tensor's innermost axis.
    int channels(int x) const { return at(x).dims[3]; }

    /// The network whose output is x.
    onnx2hpp::lowered_model with_output(int x) &&;

private:
    const tigris::tensor& at(int x) const { return model_.tensors[std::size_t(x)]; }
    int add_tensor(tigris::tensor_kind kind, tigris::dtype type, const tigris::shape& dims);
    int add_constant(tigris::dtype type, const tigris::shape& dims);
    int step(const onnx2hpp::any_op& op, std::vector<int> inputs, const tigris::shape& dims);
    /// Weights, bias, multipliers and shifts behind an operator's input.
    std::vector<int> operands(int x, const tigris::shape& weights, int outputs);

    onnx2hpp::lowered_model model_;
    std::int16_t constants_ = 0;
};

}  // namespace ram
