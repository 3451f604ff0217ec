// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/passes/convert_edges.hpp>
#include <onnx2hpp/passes/rewrite.hpp>
#include <onnx2hpp/qdq.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::dtype;

bool has_codes(const value& v) { return are_kernel_codes(v.type, v.quant); }

/// A value like `like`, under a name of its own.
value_id add_like(rewriter& r, value_id like, const std::string& suffix) {
    value copy = r.at_value(like);
    copy.name += suffix;
    return r.add_value(copy);
}

/// For what `whole` reads or makes.
void add_step(rewriter& r, const node& whole, const std::string& op_type, value_id from,
              value_id to) {
    r.add_node(make_node(whole, r.at_value(to).name + "_" + op_type, op_type, {from}, {to}));
}

/// Whether all readers of an input are QuantizeLinear nodes that make the same of it.
bool is_quantized_alike(const rewriter& r, value_id input) {
    const std::vector<int>& readers = r.readers(input);
    if (readers.empty() || r.is_output(input)) return false;
    const value& first = r.at_value(r.at(readers[0]).outputs[0]);
    return std::all_of(readers.begin(), readers.end(), [&](int n) {
        const value& made = r.at_value(r.at(n).outputs[0]);
        return r.at(n).op_type == "QuantizeLinear" && r.at(n).clamp == tigris::ops::clamp{} &&
               has_codes(made) && made.type == first.type && made.quant == first.quant;
    });
}

/// Whether a DequantizeLinear makes an output.
bool is_dequantized(const rewriter& r, value_id output) {
    const int producer = r.producer_of(output);
    return producer >= 0 && r.at(producer).op_type == "DequantizeLinear" &&
           has_codes(r.at_value(r.at(producer).inputs[0])) &&
           r.at(producer).clamp == tigris::ops::clamp{};
}

/// The input itself becomes what its readers make of it.
void quantize_input(rewriter& r, value_id input) {
    if (!is_quantized_alike(r, input)) return;
    const std::vector<int> readers = r.readers(input);
    const value first = r.at_value(r.at(readers[0]).outputs[0]);
    r.at_value(input).type = first.type;
    r.at_value(input).quant = first.quant;
    for (const int n : readers) {
        r.set_inputs(n, {input});
        r.bypass(n);
    }
}

/// The output itself becomes what the DequantizeLinear that makes it reads.
void quantize_output(rewriter& r, value_id output) {
    if (!is_dequantized(r, output)) return;
    const int producer = r.producer_of(output);
    const value codes = r.at_value(r.at(producer).inputs[0]);
    if (!r.readers(output).empty()) {
        const value_id real = add_like(r, output, "_real");
        r.redirect_readers(output, real);
        add_step(r, r.at(producer), "DequantizeLinear", r.at(producer).inputs[0], real);
    }
    r.at_value(output).type = codes.type;
    r.at_value(output).quant = codes.quant;
    r.bypass(producer);
}

/// The input becomes float, and a QuantizeLinear makes what it was.
void float_input(rewriter& r, value_id input) {
    if (!has_codes(r.at_value(input)) || r.is_output(input)) return;
    const std::vector<int> readers = r.readers(input);
    const value_id codes = add_like(r, input, "_quantized");
    r.redirect_readers(input, codes);
    r.at_value(input).type = dtype::f32;
    r.at_value(input).quant = {};
    if (!readers.empty()) add_step(r, r.at(readers[0]), "QuantizeLinear", input, codes);
}

void float_output(rewriter& r, value_id output) {
    const int producer = r.producer_of(output);
    if (!has_codes(r.at_value(output)) || producer < 0) return;
    const value_id codes = add_like(r, output, "_quantized");
    r.redirect_readers(output, codes);
    r.set_output(producer, codes);
    r.at_value(output).type = dtype::f32;
    r.at_value(output).quant = {};
    add_step(r, r.at(producer), "DequantizeLinear", codes, output);
}

/// Firmware that passes integers to a model of integers spares the conversions.
void note_float_edges(const onnx_model& m, const rewriter& r) {
    const auto could_be = [&](const std::vector<value_id>& edges, auto is_integer) {
        return std::any_of(edges.begin(), edges.end(),
                           [&](value_id v) { return is_integer(r, v); });
    };
    if (could_be(m.inputs, is_quantized_alike) || could_be(m.outputs, is_dequantized))
        note(
            "inputs or outputs are float, and inside the model computes with integers; "
            "with --edges quantized they are integers, too, and nothing is converted in a run");
}

}  // namespace

void convert_edges(onnx_model& m, edge_types types) {
    rewriter r(m);
    if (types == edge_types::model) return note_float_edges(m, r);
    const bool quantize = types == edge_types::quantized;
    for (const value_id input : m.inputs) (quantize ? quantize_input : float_input)(r, input);
    for (const value_id output : m.outputs) (quantize ? quantize_output : float_output)(r, output);
    r.finish();
}

}  // namespace onnx2hpp
