// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/integer_obstacles.hpp>
#include <onnx2hpp/passes/quantize_kept_codes.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

namespace onnx2hpp {
namespace {

/// The result of node n goes through codes of the same parameters as its input.
void quantize_result(rewriter& r, int n) {
    const node mover = r.at(n);
    const int before = dequantizer(r, mover.inputs[0]);
    const value_id result = mover.outputs[0];
    value between = r.at_value(result);
    between.name += "_kept";
    const value_id real = r.add_value(between);
    between = r.at_value(r.at(before).inputs[0]);
    between.name = r.at_value(result).name + "_quantized";
    between.dims = r.at_value(result).dims;
    const value_id codes = r.add_value(between);
    std::vector<value_id> parameters = r.at(before).inputs;
    r.set_output(n, real);
    parameters[0] = real;
    r.add_node(make_node(mover, mover.name + "_quantize", "QuantizeLinear", parameters, {codes}));
    parameters[0] = codes;
    r.add_node(
        make_node(mover, mover.name + "_dequantize", "DequantizeLinear", parameters, {result}));
}

}  // namespace

void quantize_kept_codes(rewriter& r) {
    const int count = r.node_count();
    for (int n = 0; n < count; ++n)
        if (lacks_only_codes_of_result(r, r.at(n))) quantize_result(r, n);
}

}  // namespace onnx2hpp
