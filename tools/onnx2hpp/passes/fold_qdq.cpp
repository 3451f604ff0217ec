// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/resize.hpp>
#include <onnx2hpp/passes/fold_qdq.hpp>
#include <onnx2hpp/passes/integer_weights.hpp>
#include <onnx2hpp/passes/note_quantization.hpp>
#include <onnx2hpp/passes/reduce_mean_to_global_average_pool.hpp>
#include <onnx2hpp/passes/rewrite.hpp>
#include <onnx2hpp/qdq.hpp>
#include <onnx2hpp/unary_functions.hpp>

#include <algorithm>
#include <cmath>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// The codes behind v: what its DequantizeLinear reads, if kernels do.
value_id codes_of(const rewriter& r, value_id v) {
    const int maker = dequantizer(r, v);
    if (maker < 0) return absent;
    const value_id codes = r.at(maker).inputs[0];
    const bool is_usable =
        are_kernel_codes(r.at_value(codes).type, parameters_of(r.model, r.at(maker)));
    return is_usable ? codes : absent;
}

bool comes_from_activation(const rewriter& r, value_id v) {
    const int maker = v == absent ? -1 : dequantizer(r, v);
    return maker >= 0 && !r.is_constant(r.at(maker).inputs[0]);
}

bool is_quantizer(const rewriter& r, int n) { return r.at(n).op_type == "QuantizeLinear"; }

/// Output values of all QuantizeLinear nodes that read v.
std::vector<value_id> quantized_forms(const rewriter& r, value_id v) {
    std::vector<value_id> forms;
    for (const int reader : r.readers(v))
        if (is_quantizer(r, reader)) forms.push_back(r.at(reader).outputs[0]);
    return forms;
}

/// The operators whose result means what their input means: the codes only move.
bool keeps_codes(const node& n) {
    return moves_elements(n) || is_one_of(n, {"MaxPool", "Pad", "ReduceMax", "ReduceMin"});
}

/// The functions of two tensors that take codes.
bool combines_codes(const node& n) {
    return is_one_of(n, {"Add", "Max", "Min", "Mul", "PRelu", "Sub"});
}

/// A MatMul whose second factor is no constant has two activations as data, and no weights.
bool multiplies_activations(const rewriter& r, const node& n) {
    const value_id codes = n.op_type == "MatMul" ? codes_of(r, n.inputs[1]) : absent;
    return codes != absent && !r.is_constant(codes) && n.inputs.size() == 2;
}

bool has_weights(const rewriter& r, const node& n) {
    return is_layer(n) && !multiplies_activations(r, n);
}

/// Windows over more than rows and columns compute in floating point, transposed groups too.
bool has_integer_window(const rewriter& r, const node& n) {
    if (n.op_type == "ConvTranspose" && integer_attribute(n, "group", 1) != 1) return false;
    return r.at_value(n.inputs[0]).dims.size() <= 4;
}

bool has_integer_kernel(const rewriter& r, const node& n) {
    if (is_one_of(n, {"AveragePool", "Conv", "ConvTranspose", "GlobalAveragePool", "MaxPool"}) &&
        !has_integer_window(r, n))
        return false;
    if (is_one_of(n, {"Resize", "Upsample"})) return resizes_by_rows(resizing_of(r.model, n));
    if (n.op_type == "Clip") return activation_of(r.model, n).has_value();
    if (n.op_type == "ReduceMean") return becomes_pool(r.model, n);
    return is_layer(n) || combines_codes(n) || keeps_codes(n) || is_real_function(n) ||
           is_one_of(n, {"AveragePool", "Concat", "GlobalAveragePool", "Identity", "LogSoftmax",
                         "Normalize", "Relu", "Softmax"});
}

/// How many of the first inputs are data; the rest are weights, bounds or shapes.
std::size_t data_inputs(const rewriter& r, const node& n) {
    if (n.op_type == "Concat") return n.inputs.size();
    return combines_codes(n) || multiplies_activations(r, n) ? 2 : 1;
}

bool pads_with_a_number(const node& n) {
    return n.op_type == "Pad" && text_attribute(n, "mode", "constant") == "constant";
}

/// Whether the value that a Pad adds has an exact code.
bool pads_exactly(const rewriter& r, const node& n) {
    const auto real = pad_value(r, n);
    if (!real) return false;
    const value& codes = r.at_value(codes_of(r, n.inputs[0]));
    const tigris::quantization q = quantization_of(codes.quant);
    const double code = static_cast<double>(*real) / static_cast<double>(q.scale) + q.zero_point;
    return std::abs(code - std::nearbyint(code)) < 1e-4 && code > lowest_of(codes.type) - 0.5 &&
           code < highest_of(codes.type) + 0.5;
}

std::string obstacle_in_inputs(const rewriter& r, const node& n) {
    bool has_activation = false;
    for (std::size_t slot = 0; slot < data_inputs(r, n); ++slot) {
        const value_id v = n.inputs[slot];
        if (codes_of(r, v) == absent)
            return "its input " + in_quotes(r.at_value(v).name) +
                   " does not come from a DequantizeLinear of 8 bits, or 16 around 0, with one "
                   "scale";
        has_activation |= !r.is_constant(codes_of(r, v));
        if (r.at_value(codes_of(r, v)).quant.scale[0] == 0) return "a scale is zero";
    }
    return has_activation ? "" : "its inputs are all constant";
}

std::string obstacle_in_output(const rewriter& r, const node& n) {
    const value_id y = n.outputs[0];
    const std::vector<value_id> forms = quantized_forms(r, y);
    if (forms.empty()) return "its result is not quantized";
    if (forms.size() != r.readers(y).size() || r.is_output(y))
        return "its result is also read without a QuantizeLinear";
    const value& first = r.at_value(forms[0]);
    if (!are_kernel_codes(first.type, first.quant))
        return "its result is not quantized to 8 bits, or to 16 around 0, with one scale";
    const bool agree = std::all_of(forms.begin(), forms.end(), [&](value_id v) {
        return r.at_value(v).type == first.type && r.at_value(v).quant == first.quant;
    });
    return agree ? "" : "its result is quantized in two ways";
}

/// The type in which node n computes: that of its first operand that is not constant, but 16 bits
/// where any operand has them, or the result that is more than moved. Requires no obstacle in
/// inputs and output.
dtype working_type(const rewriter& r, const node& n) {
    dtype type = r.at_value(quantized_forms(r, n.outputs[0])[0]).type;
    if (type == dtype::i16 && !keeps_codes(n)) return type;
    for (std::size_t slot = data_inputs(r, n); slot-- > 0;) {
        const value& codes = r.at_value(codes_of(r, n.inputs[slot]));
        if (codes.type == dtype::i16) return codes.type;
        if (!codes.constant) type = codes.type;
    }
    return type;
}

/// Elements that an average of 16-bit codes may count (kernels/average.hpp).
constexpr std::int64_t most_averaged = 65535;

/// The elements that go into each of an average's results, or more.
std::int64_t averaged_elements(const rewriter& r, const node& n) {
    if (n.op_type == "AveragePool") return element_count(integers_attribute(n, "kernel_shape", {}));
    if (!is_one_of(n, {"GlobalAveragePool", "ReduceMean"})) return 1;
    return element_count(r.at_value(n.inputs[0]).dims) /
           element_count(r.at_value(n.outputs[0]).dims);
}

/// Why node n cannot compute with codes of 16 bits.
std::string obstacle_in_16_bits(const rewriter& r, const node& n) {
    const bool interpolates = is_one_of(n, {"Resize", "Upsample"}) && !resizes_by_copying(n);
    if (interpolates || n.op_type == "Normalize" || multiplies_activations(r, n))
        return "there is no integer kernel of 16 bits for it";
    if (averaged_elements(r, n) > most_averaged) return "it averages more than 65535 elements";
    return "";
}

/// Why node n cannot be an integer operator; empty if it can.
std::string obstacle(const rewriter& r, const node& n) {
    if (!has_integer_kernel(r, n)) return "there is no integer kernel for it";
    std::string reason = obstacle_in_inputs(r, n);
    if (reason.empty()) reason = obstacle_in_output(r, n);
    if (reason.empty() && working_type(r, n) == dtype::i16) reason = obstacle_in_16_bits(r, n);
    if (reason.empty() && has_weights(r, n))
        reason = obstacle_in_weights(r, n, r.at_value(codes_of(r, n.inputs[0])).quant.scale[0]);
    if (reason.empty() && pads_with_a_number(n) && !pads_exactly(r, n))
        reason = "its border has no exact code";
    return reason;
}

/// Between codes of one scale in two types, not from 16 to 8 bits.
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

void add_identity(rewriter& r, value_id from, value_id to, const std::string& name,
                  const tigris::ops::clamp& clamp) {
    node identity = make_node(name + "_requantize", "Identity", {from}, {to});
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

/// `codes` as this type, by an exact step where it is another.
value_id as_type(rewriter& r, value_id codes, dtype type, const std::string& name) {
    const value v = r.at_value(codes);
    if (v.type == type) return codes;
    if (v.constant) return recoded_constant(r, codes, type);
    const value_id result = add_variant(r, codes, type, shifted(v.quant, v.type, type));
    add_identity(r, codes, result, name + "_in", {});
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
        keeps_codes(r.at(n)) ? input.quant : shifted(wanted.quant, wanted.type, type);
    if (type == wanted.type && quant == wanted.quant) return r.set_output(n, codes);
    const tigris::ops::clamp clamp = r.at(n).clamp;
    const value_id own = add_variant(r, y, type, quant);
    r.set_output(n, own);
    r.at(n).clamp = {};
    add_identity(r, own, codes, r.at(n).name, clamp);
}

void fold(rewriter& r, int n) {
    const dtype type = working_type(r, r.at(n));
    std::vector<value_id> inputs = r.at(n).inputs;
    for (std::size_t slot = 0; slot < data_inputs(r, r.at(n)); ++slot)
        inputs[slot] = as_type(r, codes_of(r, inputs[slot]), type, r.at(n).name);
    const float input_scale = r.at_value(inputs[0]).quant.scale[0];
    if (has_weights(r, r.at(n))) set_integer_weights(r, n, input_scale, inputs);
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

bool computes(const node& n) {
    return !n.op_type.empty() && !moves_elements(n) &&
           !is_one_of(n, {"QuantizeLinear", "DequantizeLinear", "Identity"});
}

/// A QuantizeLinear behind a DequantizeLinear changes codes into codes.
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

}  // namespace

void fold_qdq(onnx_model& m) {
    rewriter r(m);
    note_quantization(r);
    const int count = r.node_count();
    for (int n = 0; n < count; ++n) {
        const node& op = r.at(n);
        if (op.op_type.empty() || is_one_of(op, {"QuantizeLinear", "DequantizeLinear"})) continue;
        if (op.inputs.empty() || op.outputs.empty() || !touches_integers(r, op)) continue;
        const std::string reason = obstacle(r, op);
        if (reason.empty())
            fold(r, n);
        else if (computes(op))
            note(label_of(op) + " stays in floating point: " + reason);
    }
    for (int n = 0; n < r.node_count(); ++n)
        if (is_quantizer(r, n)) join_pair(r, n);
    r.finish();
}

}  // namespace onnx2hpp
