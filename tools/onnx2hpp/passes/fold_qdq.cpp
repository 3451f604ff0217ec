// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/passes/fold_qdq.hpp>
#include <onnx2hpp/passes/integer_obstacles.hpp>
#include <onnx2hpp/passes/integer_weights.hpp>
#include <onnx2hpp/passes/note_quantization.hpp>
#include <onnx2hpp/passes/quantize_kept_codes.hpp>
#include <onnx2hpp/passes/rewrite.hpp>
#include <onnx2hpp/passes/scale_sums.hpp>
#include <onnx2hpp/qdq.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::dtype;

bool is_quantizer(const rewriter& r, int n) { return r.at(n).op_type == "QuantizeLinear"; }

bool comes_from_activation(const rewriter& r, value_id v) {
    const int producer = v == absent ? -1 : dequantizer(r, v);
    return producer >= 0 && !r.is_constant(r.at(producer).inputs[0]);
}

/// What codes get added to be codes of another type, of one scale. Not from 16 to 8 bits.
std::int32_t shift_between(std::int32_t zero_point, dtype from, dtype to) {
    return to == dtype::i16 ? -zero_point : lowest_of(to) - lowest_of(from);
}

/// Codes of another type for the same real numbers.
affine shifted(affine quant, dtype from, dtype to) {
    for (std::int32_t& zero_point : quant.zero_point)
        zero_point += shift_between(zero_point, from, to);
    return quant;
}

/// Constant codes in another type.
value_id recoded_constant(rewriter& r, value_id v, dtype type) {
    const value codes = r.at_value(v);
    std::vector<std::int64_t> elements = integers_of(*codes.constant);
    for (std::int64_t& code : elements)
        code += shift_between(codes.quant.zero_point[0], codes.type, type);
    const value_id result = r.add_constant(codes.name, make_tensor(type, codes.dims, elements));
    r.at_value(result).quant = shifted(codes.quant, codes.type, type);
    return result;
}

/// For node `of`.
void add_identity(rewriter& r, int of, value_id from, value_id to, const std::string& suffix,
                  const tigris::ops::clamp& clamp) {
    const node& whole = r.at(of);
    node identity = make_node(whole, whole.name + suffix + "_requantize", "Identity", {from}, {to});
    identity.clamp = clamp;
    r.add_node(identity);
}

/// A value with the same real numbers as `like`, of another type and quantization.
value_id add_variant(rewriter& r, value_id like, dtype type, const affine& quant) {
    value variant = r.at_value(like);
    variant.type = type;
    variant.quant = quant;
    variant.constant = nullptr;
    return r.add_value(variant);
}

/// `codes` as this type for node `reader`, by an exact step where it is another.
value_id as_type(rewriter& r, value_id codes, dtype type, int reader) {
    const value v = r.at_value(codes);
    if (v.type == type) return codes;
    if (v.constant) return recoded_constant(r, codes, type);
    const value_id result = add_variant(r, codes, type, shifted(v.quant, v.type, type));
    add_identity(r, reader, codes, result, "_in", {});
    return result;
}

/// Makes all QuantizeLinear readers of v one value, an output of the model where one of them is.
value_id join_quantizers(rewriter& r, value_id v) {
    const std::vector<int> readers = r.readers(v);
    int kept = readers[0];
    for (const int n : readers)
        if (r.is_output(r.at(n).outputs[0]) && !r.is_output(r.at(kept).outputs[0])) kept = n;
    const value_id codes = r.at(kept).outputs[0];
    r.remove(kept);
    for (const int n : readers) {
        if (n == kept) continue;
        r.set_inputs(n, {codes});
        r.bypass(n);
    }
    return codes;
}

/// Node n makes `codes`, through an exact Identity where it computes in another type or scale.
void set_result(rewriter& r, int n, value_id codes, dtype type) {
    const value_id y = r.at(n).outputs[0];
    const value wanted = r.at_value(codes);
    const value& input = r.at_value(r.at(n).inputs[0]);
    const affine quant =
        keeps_codes(r, r.at(n)) ? input.quant : shifted(wanted.quant, wanted.type, type);
    if (type == wanted.type && quant == wanted.quant) return r.set_output(n, codes);
    const tigris::ops::clamp clamp = r.at(n).clamp;
    const value_id own = add_variant(r, y, type, quant);
    r.set_output(n, own);
    r.at(n).clamp = {};
    add_identity(r, n, own, codes, "", clamp);
}

void fold_one(rewriter& r, int n, coarse_bias form) {
    const dtype type = working_type(r, r.at(n));
    std::vector<value_id> inputs = r.at(n).inputs;
    for (std::size_t slot = 0; slot < data_inputs(r, r.at(n)); ++slot)
        inputs[slot] = as_type(r, codes_of(r, inputs[slot]), type, n);
    if (has_weights(r, r.at(n))) set_integer_weights(r, n, scales_of(r, r.at(n), form), inputs);
    if (pads_with_a_number(r.at(n))) set_pad_value(r, n, inputs);
    const value_id codes = join_quantizers(r, r.at(n).outputs[0]);
    r.set_inputs(n, inputs);
    set_result(r, n, codes, type);
}

bool touches_integers(const rewriter& r, const node& n) {
    const std::size_t slots =
        std::min(n.inputs.size(), std::max<std::size_t>(2, data_inputs(r, n)));
    for (std::size_t slot = 0; slot < slots; ++slot)
        if (comes_from_activation(r, n.inputs[slot])) return true;
    return !quantized_forms(r, n.outputs[0]).empty();
}

bool computes(const rewriter& r, const node& n) {
    const operator_traits& traits = traits_of(r.model, n);
    return !n.op_type.empty() && traits.moves == element_moves::none && !traits.recodes &&
           n.op_type != "Identity";
}

/// A QuantizeLinear after a DequantizeLinear changes codes into codes.
void join_pair(rewriter& r, int n) {
    const value_id codes = codes_of(r, r.at(n).inputs[0]);
    const value_id result = r.at(n).outputs[0];
    const value& made = r.at_value(result);
    if (codes == absent || r.is_constant(codes) || !are_kernel_codes(made.type, made.quant)) return;
    const bool is_equal = r.at_value(codes).type == r.at_value(result).type &&
                          r.at_value(codes).quant == r.at_value(result).quant;
    r.at(n).op_type = "Identity";
    r.set_inputs(n, {codes});
    if (is_equal) r.bypass(n);
}

/// Of an integer operator.
bool rounds_bias(const rewriter& r, const node& n) {
    return has_weights(r, n) && !has_whole_bias(r, n, scales_of(r, n, coarse_bias::kept).input);
}

/// Of layers that --exact-biases would change.
void note_rounded_biases(const std::vector<std::string>& layers) {
    if (layers.empty()) return;
    const std::string more =
        layers.size() == 1 ? "" : fmt::format(" and {} more", layers.size() - 1);
    note(
        fmt::format("{}{}: the bias is rounded to integers, as ONNX Runtime does, which may change "
                    "codes by 1; --exact-biases keeps it, and takes more time and memory",
                    layers[0], more));
}

/// Node n has something to do with codes. `rounded` takes what --exact-biases would change.
void fold(rewriter& r, int n, coarse_bias form, std::vector<std::string>& rounded) {
    const std::string reason = obstacle_to_integers(r, r.at(n), form);
    if (reason.empty()) {
        if (rounds_bias(r, r.at(n))) rounded.push_back(label_of(r.at(n)));
        return fold_one(r, n, form);
    }
    if (has_sums_of_codes(r, r.at(n))) return scale_sums(r, n);
    if (computes(r, r.at(n))) note(label_of(r.at(n)) + " stays in floating point: " + reason);
}

}  // namespace

void fold_qdq(onnx_model& m, coarse_bias form) {
    rewriter r(m);
    note_quantization(r);
    quantize_kept_codes(r);
    std::vector<std::string> rounded;
    const int count = r.node_count();
    for (int n = 0; n < count; ++n) {
        const node& op = r.at(n);
        if (op.op_type.empty() || r.traits(n).recodes) continue;
        if (op.inputs.empty() || op.outputs.empty() || !touches_integers(r, op)) continue;
        fold(r, n, form, rounded);
    }
    note_rounded_biases(rounded);
    for (int n = 0; n < r.node_count(); ++n)
        if (is_quantizer(r, n)) join_pair(r, n);
    r.finish();
}

}  // namespace onnx2hpp
