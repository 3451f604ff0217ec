// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/evaluate/evaluate.hpp>
#include <onnx2hpp/passes/fold_constants.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

namespace onnx2hpp {
namespace {

/// Whether node n is an Identity or a Cast that changes neither type nor scale.
bool does_nothing(const rewriter& r, int n) {
    if (!r.traits(n).keeps_numbers || !(r.at(n).clamp == tigris::ops::clamp{})) return false;
    const value &from = r.at_value(r.at(n).inputs[0]), &to = r.at_value(r.at(n).outputs[0]);
    return from.type == to.type && from.quant == to.quant;
}

}  // namespace

void fold_constants(onnx_model& m) {
    rewriter r(m);
    for (int n = 0; n < r.node_count(); ++n) {
        if (const shared_tensor result = evaluate(m, r.at(n))) {
            set_constant(r.at_value(r.at(n).outputs[0]), result);
            r.remove(n);
        } else if (does_nothing(r, n)) {
            r.bypass(n);
        }
    }
    r.finish();
}

}  // namespace onnx2hpp
