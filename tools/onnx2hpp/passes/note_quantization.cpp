// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx/resize.hpp>
#include <onnx2hpp/passes/note_quantization.hpp>
#include <onnx2hpp/qdq.hpp>

namespace onnx2hpp {
namespace {

bool is_known(const value& v) { return !v.quant.scale.empty(); }

bool only_moves_codes(const rewriter& r, const node& n) {
    const operator_traits& traits = traits_of(r.model, n);
    return traits.moves != element_moves::none || traits.passes_codes ||
           (traits.resizes && resizes_by_copying(n));
}

/// How many of its first inputs an operator moves that copies elements.
std::size_t moved_inputs(const rewriter& r, const node& n) {
    return traits_of(r.model, n).joins ? n.inputs.size() : 1;
}

/// Codes that only move keep their meaning, forwards and backwards.
void spread(rewriter& r, int n, bool forwards) {
    if (!only_moves_codes(r, r.at(n))) return;
    for (std::size_t slot = 0; slot < moved_inputs(r, r.at(n)); ++slot) {
        value& from = r.at_value(forwards ? r.at(n).inputs[slot] : r.at(n).outputs[0]);
        value& to = r.at_value(forwards ? r.at(n).outputs[0] : r.at(n).inputs[slot]);
        const bool is_movable = is_known(from) && from.quant.per_tensor() && from.type == to.type;
        if (is_movable && is_quantizable(to.type) && !is_known(to)) to.quant = from.quant;
    }
}

/// Codes of several scales in one tensor would have none.
void require_one_scale(const rewriter& r, const node& n) {
    if (!traits_of(r.model, n).joins || !is_quantizable(r.at_value(n.outputs[0]).type)) return;
    for (const value_id v : n.inputs)
        if (!(r.at_value(v).quant == r.at_value(n.outputs[0]).quant))
            fail_unsupported(n, "it joins integers of several scales",
                             "put it between DequantizeLinear and QuantizeLinear");
}

/// Node n's input `slot` becomes a value of its own with the same codes.
void read_again(rewriter& r, int n, std::size_t slot, const affine& quant) {
    const value_id made = r.at(n).inputs[slot];
    value read = r.at_value(made);
    read.quant = quant;
    const value_id own = r.add_value(read);
    r.set_input(n, slot, own);
    if (read.constant) return;
    r.add_node(make_node(r.at(n), r.at(n).name + "_codes", "Reshape", {made}, {own}));
}

/// Node n's result becomes a value of its own, of which the old one is another view.
void write_apart(rewriter& r, int n) {
    const value_id codes = r.at(n).outputs[0];
    value written = r.at_value(codes);
    written.quant = {};
    r.set_output(n, r.add_value(written));
    r.add_node(
        make_node(r.at(n), r.at(n).name + "_codes", "Reshape", {r.at(n).outputs[0]}, {codes}));
}

/// What computes with integers takes and makes numbers, even if others see codes in them.
void keep_numbers(rewriter& r, int n) {
    const node& at = r.at(n);
    if (only_moves_codes(r, at) || r.traits(n).recodes) return;
    for (std::size_t slot = 0; slot < r.at(n).inputs.size(); ++slot)
        if (has_input(r.at(n), slot) && is_known(r.at_value(r.at(n).inputs[slot])))
            read_again(r, n, slot, {});
    if (r.at(n).outputs[0] != absent && is_known(r.at_value(r.at(n).outputs[0]))) write_apart(r, n);
}

void note_reader(rewriter& r, int n) {
    const affine quant = parameters_of(r.model, r.at(n));
    value& codes = r.at_value(r.at(n).inputs[0]);
    if (!is_known(codes))
        codes.quant = quant;
    else if (!(codes.quant == quant))
        read_again(r, n, 0, quant);
}

}  // namespace

void note_quantization(rewriter& r) {
    const int count = r.node_count();
    for (int n = 0; n < count; ++n)
        if (r.at(n).op_type == "QuantizeLinear")
            r.at_value(r.at(n).outputs[0]).quant = parameters_of(r.model, r.at(n));
    for (int n = 0; n < count; ++n) {
        spread(r, n, true);
        if (r.at(n).op_type == "DequantizeLinear") note_reader(r, n);
    }
    for (int n = count; n-- > 0;) spread(r, n, false);
    for (int n = 0; n < count; ++n) spread(r, n, true);
    for (int n = 0; n < count; ++n) require_one_scale(r, r.at(n));
    for (int n = 0; n < count; ++n) keep_numbers(r, n);
}

}  // namespace onnx2hpp
