// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/passes/hoist_quantize.hpp>
#include <onnx2hpp/passes/rewrite.hpp>
#include <onnx2hpp/qdq.hpp>

#include <algorithm>
#include <optional>

namespace onnx2hpp {
namespace {

bool is_quantize(const node& n) { return n.op_type == "QuantizeLinear"; }

/// Whether all that reads `v` quantizes it to one and the same.
bool is_quantized_once(const rewriter& r, value_id v) {
    const std::vector<int>& readers = r.readers(v);
    if (readers.empty() || r.is_output(v) || !is_quantize(r.at(readers[0]))) return false;
    const node& first = r.at(readers[0]);
    return std::all_of(readers.begin(), readers.end(), [&](int n) {
        return is_quantize(r.at(n)) &&
               r.at_value(r.at(n).outputs[0]).type == r.at_value(first.outputs[0]).type &&
               parameters_of(r.model, r.at(n)) == parameters_of(r.model, first);
    });
}

/// Whether a QuantizeLinear may go before a move. Before one that takes some elements only, it
/// would compute more than is needed, unless it meets a DequantizeLinear there.
bool is_worth_it(const rewriter& r, int mover) {
    const element_moves moves = r.traits(mover).moves;
    return moves != element_moves::none &&
           (moves != element_moves::selection || dequantizer(r, r.at(mover).inputs[0]) >= 0);
}

/// QuantizeLinear n goes before the move that it follows.
void hoist(rewriter& r, int n) {
    const value_id moved = r.at(n).inputs[0];
    const int mover = r.producer_of(moved);
    if (mover < 0 || !is_worth_it(r, mover) || !is_quantized_once(r, moved)) return;
    if (!parameters_of(r.model, r.at(n)).per_tensor()) return;
    const std::vector<int> readers = r.readers(moved);
    const value_id source = r.at(mover).inputs[0], codes = r.at(n).outputs[0];
    if (r.is_constant(source)) return;
    value between = r.at_value(source);
    between.name += "_quantized";
    between.type = r.at_value(codes).type;
    between.constant = nullptr;
    node quantize = r.at(n);
    quantize.inputs[0] = source;
    quantize.outputs[0] = r.add_value(between);
    r.remove(n);
    r.set_input(mover, 0, quantize.outputs[0]);
    r.set_output(mover, codes);
    r.add_node(quantize);
    for (const int other : readers) {
        if (other == n) continue;
        r.set_inputs(other, {codes});
        r.bypass(other);
    }
}

/// Where `axis` of the input lies in the output of a Transpose; nothing for other moves.
std::optional<int> moved_axis(const rewriter& r, int mover, int axis, std::size_t rank) {
    if (r.traits(mover).moves != element_moves::permutation) return {};
    const extents perm = integers_attribute(r.at(mover), "perm", {});
    if (perm.empty()) return static_cast<int>(rank) - 1 - axis;
    return static_cast<int>(std::find(perm.begin(), perm.end(), axis) - perm.begin());
}

/// The DequantizeLinear of a constant before move n goes after it.
void sink(rewriter& r, int n) {
    const int before = dequantizer(r, r.at(n).inputs[0]);
    if (before < 0 || !r.is_constant(r.at(before).inputs[0])) return;
    const affine quant = parameters_of(r.model, r.at(before));
    const value_id codes = r.at(before).inputs[0], result = r.at(n).outputs[0];
    const auto axis = moved_axis(r, n, quant.axis, r.at_value(codes).dims.size());
    if (!quant.per_tensor() && !axis) return;
    node dequantize = r.at(before);
    if (axis) dequantize.attributes["axis"] = static_cast<std::int64_t>(*axis);
    value moved = r.at_value(result);
    moved.type = r.at_value(codes).type;
    const value_id moved_codes = r.add_value(moved);
    r.set_input(n, 0, codes);
    r.set_output(n, moved_codes);
    dequantize.inputs[0] = moved_codes;
    dequantize.outputs[0] = result;
    r.add_node(dequantize);
}

}  // namespace

void hoist_quantize(onnx_model& m) {
    rewriter r(m);
    for (int n = 0; n < r.node_count(); ++n) {  // hoisted ones are appended, and hoisted further
        if (is_quantize(r.at(n))) hoist(r, n);
        if (r.traits(n).moves != element_moves::none) sink(r, n);
    }
    r.finish();
}

}  // namespace onnx2hpp
