// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structure.hpp"

#include <utility>

namespace ram {
namespace {

using namespace tigris;

ops::window square(int kernel, int stride, bool padded) {
    const auto k = std::int16_t(kernel), s = std::int16_t(stride);
    const auto pad = std::int16_t(padded ? kernel / 2 : 0);
    return {.kernel_h = k,
            .kernel_w = k,
            .stride_h = s,
            .stride_w = s,
            .pad_top = pad,
            .pad_left = pad,
            .pad_bottom = pad,
            .pad_right = pad};
}

shape with_channels(shape dims, int channels) {
    dims.extent[3] = channels;
    return dims;
}

}  // namespace

structure::structure(std::string name) { model_.name = std::move(name); }

int structure::input(int rows, int width, int channels) {
    const int t = add_tensor(tensor_kind::input, dtype::i8, {4, {1, rows, width, channels}});
    model_.tensors.back().index = std::int16_t(model_.inputs.size());
    model_.inputs.push_back(t);
    return t;
}

int structure::conv(int x, int outputs, int kernel, int stride, bool padded) {
    const ops::window w = square(kernel, stride, padded);
    const shape weights{4, {outputs, kernel, kernel, channels(x)}};
    return step(ops::conv{.window = w}, operands(x, weights, outputs),
                output_shape(w, at(x).dims, outputs));
}

int structure::depthwise(int x, int kernel, int stride) {
    const ops::window w = square(kernel, stride, true);
    const shape weights{3, {kernel, kernel, channels(x)}};
    return step(ops::depthwise_conv{.window = w}, operands(x, weights, channels(x)),
                output_shape(w, at(x).dims, channels(x)));
}

int structure::max_pool(int x, int kernel, int stride) {
    const ops::window w = square(kernel, stride, false);
    return step(ops::pool{.window = w}, {x}, output_shape(w, at(x).dims, channels(x)));
}

int structure::add(int a, int b) { return step(ops::binary{}, {a, b}, at(a).dims); }

int structure::concat(int a, int b) {
    return step(ops::concat{.axis = 3}, {a, b},
                with_channels(at(a).dims, channels(a) + channels(b)));
}

int structure::upsample(int x, int factor) {
    shape dims = at(x).dims;
    dims.extent[1] *= factor;
    dims.extent[2] *= factor;
    return step(ops::resize{}, {x}, dims);
}

int structure::average(int x) {
    return step(ops::global_average_pool{}, {x}, {4, {1, 1, 1, channels(x)}});
}

int structure::gemm(int x, int outputs) {
    const int vector = step(ops::reshape{}, {x}, {2, {1, int(element_count(at(x)))}});
    return step(ops::gemm{}, operands(vector, {2, {outputs, at(vector).dims[1]}}, outputs),
                {2, {1, outputs}});
}

onnx2hpp::lowered_model structure::with_output(int x) && {
    tensor& output = model_.tensors[std::size_t(x)];
    output.kind = tensor_kind::output;
    output.index = 0;
    model_.outputs.push_back(x);
    return std::move(model_);
}

int structure::add_tensor(tensor_kind kind, dtype type, const shape& dims) {
    model_.tensors.push_back({.kind = kind, .type = type, .dims = dims, .quant = {.scale = 1}});
    model_.tensor_names.push_back("t" + std::to_string(model_.tensors.size()));
    return int(model_.tensors.size()) - 1;
}

int structure::add_constant(dtype type, const shape& dims) {
    const int t = add_tensor(tensor_kind::constant, type, dims);
    model_.tensors.back().index = constants_++;
    return t;
}

int structure::step(const onnx2hpp::any_op& op, std::vector<int> inputs, const shape& dims) {
    const int made = add_tensor(tensor_kind::activation, dtype::i8, dims);
    const std::string kind = std::visit([](const auto& o) { return std::string(o.name); }, op);
    model_.nodes.push_back(
        {kind + "_" + std::to_string(model_.nodes.size()), op, std::move(inputs), {made}});
    return made;
}

std::vector<int> structure::operands(int x, const shape& weights, int outputs) {
    const shape per_output{1, {outputs}};
    const int w = add_constant(dtype::i8, weights), bias = add_constant(dtype::i32, per_output);
    const int multiplier = add_constant(dtype::i32, per_output);
    return {x, w, bias, multiplier, add_constant(dtype::i8, per_output)};
}

}  // namespace ram
