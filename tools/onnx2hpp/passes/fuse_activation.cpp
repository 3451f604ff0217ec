// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/passes/fuse_activation.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

namespace onnx2hpp {
namespace {

bool is_float(const rewriter& r, int n) {
    return r.at_value(r.at(n).outputs[0]).type == tigris::dtype::f32;
}

}  // namespace

void fuse_activation(onnx_model& m) {
    rewriter r(m);
    for (int n = 0; n < r.node_count(); ++n) {
        const auto activation = activation_of(m, r.at(n));
        if (!activation || !is_float(r, n)) continue;
        const value_id from = r.at(n).inputs[0];
        const int producer = r.producer_of(from);
        if (producer < 0 || r.sole_reader(from) != n || !r.traits(producer).can_clamp) continue;
        const value_id to = r.at(n).outputs[0];
        r.at(producer).clamp = compose(compose(r.at(producer).clamp, *activation), r.at(n).clamp);
        r.remove(n);
        r.set_output(producer, to);
    }
    r.finish();
}

}  // namespace onnx2hpp
