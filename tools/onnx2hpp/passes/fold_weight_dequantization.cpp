// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/passes/fold_weight_dequantization.hpp>
#include <onnx2hpp/passes/rewrite.hpp>
#include <onnx2hpp/qdq.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

/// Whether all that reads v are layers, as their weights and nothing else.
bool is_only_weights(const rewriter& r, value_id v) {
    return !r.is_output(v) && std::all_of(r.readers(v).begin(), r.readers(v).end(), [&](int n) {
        const std::vector<value_id>& inputs = r.at(n).inputs;
        return r.traits(n).is_layer && inputs[1] == v &&
               std::count(inputs.begin(), inputs.end(), v) == 1;
    });
}

/// Codes that were known when the model was loaded are of use only to layers.
void forget_codes(rewriter& r) {
    for (value_id v = 0; v < static_cast<value_id>(r.model.values.size()); ++v)
        if (!is_only_weights(r, v)) r.at_value(v).dequantized.reset();
}

}  // namespace

void fold_weight_dequantization(onnx_model& m) {
    rewriter r(m);
    forget_codes(r);
    for (int n = 0; n < r.node_count(); ++n) {
        if (r.at(n).op_type != "DequantizeLinear" || !r.is_constant(r.at(n).inputs[0])) continue;
        const shared_tensor codes = r.at_value(r.at(n).inputs[0]).constant;
        value& output = r.at_value(r.at(n).outputs[0]);
        if (output.type != tigris::dtype::f32 || !is_readable(codes->type)) continue;
        const affine quant = parameters_of(m, r.at(n));
        require_memory(r, n, element_count(codes->dims), sizeof(float));
        output.constant = make_tensor(output.type, codes->dims, dequantized(*codes, quant));
        if (is_only_weights(r, r.at(n).outputs[0]))
            output.dequantized =
                std::make_shared<const dequantized_constant>(dequantized_constant{*codes, quant});
        r.remove(n);
    }
    r.finish();
}

}  // namespace onnx2hpp
