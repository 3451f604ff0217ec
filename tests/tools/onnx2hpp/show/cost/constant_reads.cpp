// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/cost/constant_reads.hpp>

#include <onnx2hpp/emit/weight_order.hpp>
#include <onnx2hpp/show/analysis.hpp>

#include <helpers/converted.hpp>

#include <tigris/kernels/arm_dsp/conv/shape.hpp>

#include <doctest/doctest.h>

#include <algorithm>

using namespace onnx2hpp;
using namespace onnx2hpp::test;

namespace {

analysis analyzed(tigris::backend backend) {
    options wanted;
    wanted.input = std::string(TIGRIS_TESTS) + "/../examples/fashion/fashion_int8.onnx";
    wanted.name = "m";
    wanted.edges = edge_types::quantized;
    wanted.backend = backend;
    return analyze(with_weight_orders(converted(wanted), backend), wanted);
}

/// Steps with an operator, of which there is at least one.
template <class Op>
std::vector<int> steps_with(const analysis& a) {
    std::vector<int> found;
    for (int i = 0; i < int(a.model.nodes.size()); ++i)
        if (std::holds_alternative<Op>(a.model.nodes[std::size_t(i)].op)) found.push_back(i);
    REQUIRE_FALSE(found.empty());
    return found;
}

const tigris::tensor& weights_of(const analysis& a, int step) {
    return a.model.tensors[std::size_t(a.model.nodes[std::size_t(step)].inputs[1])];
}

/// As kernels/arm_dsp/conv/kernel.hpp cuts a whole output: fours of a block find weights in
/// registers if they fit, pixels beside fours never do.
std::int64_t bytes_read_in_blocks(const analysis& a, int step) {
    const auto& window = std::get<tigris::ops::conv>(a.model.nodes[std::size_t(step)].op).window;
    const tigris::tensor& weights = weights_of(a, step);
    const tigris::row_extents out = tigris::rows_of(
        a.model.tensors[std::size_t(a.model.nodes[std::size_t(step)].outputs[0])].dims);
    const auto shape = tigris::kernels::arm_dsp_kernels::patch_shape_of(
        window.kernel_h, weights.dims[2] * weights.dims[3], weights.order);
    REQUIRE(shape.depth <= 64);
    std::int64_t rounds = 0;
    for (int rest = out.rows * out.width; rest > 0; rest -= shape.pixels) {
        const int count = std::min(rest, shape.pixels);
        rounds += (count >= 4) + count % 4;
    }
    return rounds * tigris::bytes_of(weights);
}

}  // namespace

TEST_CASE("portable kernels read a weight for each multiply-accumulate, and scales per pixel") {
    const analysis a = analyzed(tigris::portable);
    for (const int step : steps_with<tigris::ops::conv>(a)) {
        const constant_reads reads = constant_reads_of(a.model, a.plan, step);
        CHECK(reads.weight_bytes == a.plan.steps[std::size_t(step)].macs);
        CHECK(reads.rounds > 1);
    }
}

TEST_CASE("arm_dsp keeps a convolution's weights in registers for a block of pixels") {
    const analysis a = analyzed(tigris::arm_dsp);
    int held = 0;
    for (const int step : steps_with<tigris::ops::conv>(a)) {
        const tigris::tensor& weights = weights_of(a, step);
        if (tigris::bytes_of(weights) / weights.dims[0] > 64) continue;
        CHECK(constant_reads_of(a.model, a.plan, step).weight_bytes ==
              bytes_read_in_blocks(a, step));
        ++held;
    }
    CHECK(held > 0);
}

TEST_CASE("arm_dsp reads depthwise weights once per call, and vectors' weights once") {
    const analysis a = analyzed(tigris::arm_dsp);
    for (const int step : steps_with<tigris::ops::depthwise_conv>(a)) {
        const constant_reads reads = constant_reads_of(a.model, a.plan, step);
        CHECK(reads.weight_bytes == tigris::bytes_of(weights_of(a, step)));
        CHECK(reads.rounds == 1);
    }
    for (const int step : steps_with<tigris::ops::gemm>(a))
        CHECK(constant_reads_of(a.model, a.plan, step).weight_bytes ==
              tigris::bytes_of(weights_of(a, step)));
}
