// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/fuse_requantized_clamp.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

namespace onnx2hpp {
namespace {

bool has_equal_codes(const value& a, const value& b) {
    return a.type == b.type && !a.quant.scale.empty() && a.quant == b.quant;
}

bool takes_clamp(const rewriter& r, int n) {
    return r.traits(n).can_clamp || r.at(n).op_type == "QuantizeLinear";
}

}  // namespace

void fuse_requantized_clamp(onnx_model& m) {
    rewriter r(m);
    for (int n = 0; n < r.node_count(); ++n) {
        const auto activation = activation_of(m, r.at(n));
        if (!activation) continue;
        const value_id from = r.at(n).inputs[0], to = r.at(n).outputs[0];
        const int producer = r.producer_of(from);
        if (producer < 0 || r.sole_reader(from) != n || !takes_clamp(r, producer)) continue;
        if (!has_equal_codes(r.at_value(from), r.at_value(to))) continue;
        r.at(producer).clamp = compose(compose(r.at(producer).clamp, *activation), r.at(n).clamp);
        r.remove(n);
        r.set_output(producer, to);
    }
    r.finish();
}

}  // namespace onnx2hpp
