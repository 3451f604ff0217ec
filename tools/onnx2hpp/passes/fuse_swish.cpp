// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/passes/fuse_swish.hpp>
#include <onnx2hpp/passes/rewrite.hpp>
#include <onnx2hpp/qdq.hpp>

#include <cmath>

namespace onnx2hpp {
namespace {

/// The function that is x times what node n makes of x; empty if there is none.
std::string product_with(const node& n) {
    if (n.op_type == "Sigmoid") return "Swish";
    const float alpha = real_attribute(n, "alpha", 0.2f), beta = real_attribute(n, "beta", 0.5f);
    const bool is_sixth = std::abs(alpha - 1.0f / 6) < 1e-6f && beta == 0.5f;
    return n.op_type == "HardSigmoid" && is_sixth ? "HardSwish" : "";
}

/// Whether both are one value, or dequantized from one in the same way.
bool is_same(const rewriter& r, value_id a, value_id b) {
    const int of_a = dequantizer(r, a), of_b = dequantizer(r, b);
    if (a == b || of_a < 0 || of_b < 0) return a == b;
    return r.at(of_a).inputs[0] == r.at(of_b).inputs[0] &&
           parameters_of(r.model, r.at(of_a)) == parameters_of(r.model, r.at(of_b));
}

/// A Mul becomes that function if its input `slot` is the gate of the other one.
bool fuse(rewriter& r, int n, std::size_t slot) {
    const value_id gate = r.at(n).inputs[slot], x = r.at(n).inputs[1 - slot];
    const int producer = r.producer_of(gate);
    if (producer < 0 || r.sole_reader(gate) != n || r.at_value(x).type != tigris::dtype::f32)
        return false;
    const std::string function = product_with(r.at(producer));
    if (function.empty() || !is_same(r, x, r.at(producer).inputs[0])) return false;
    r.at(n).op_type = function;
    r.set_inputs(n, {x});
    return true;
}

}  // namespace

void fuse_swish(onnx_model& m) {
    rewriter r(m);
    for (int n = 0; n < r.node_count(); ++n)
        if (r.at(n).op_type == "Mul" && r.at(n).clamp == tigris::ops::clamp{})
            if (!fuse(r, n, 0)) fuse(r, n, 1);
    r.finish();
}

}  // namespace onnx2hpp
