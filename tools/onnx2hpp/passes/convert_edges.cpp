// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// The input itself becomes what all its readers, QuantizeLinear nodes, make of it.
void quantize_input(rewriter& r, value_id input) {
    const std::vector<int> readers = r.readers(input);
    if (readers.empty() || r.is_output(input)) return;
    const value first = r.at_value(r.at(readers[0]).outputs[0]);
    const bool agree = std::all_of(readers.begin(), readers.end(), [&](int n) {
        const value& made = r.at_value(r.at(n).outputs[0]);
        return r.at(n).op_type == "QuantizeLinear" && r.at(n).clamp == tigris::ops::clamp{} &&
               has_codes(made) && made.type == first.type && made.quant == first.quant;
    });
    if (!agree) return;
    r.at_value(input).type = first.type;
    r.at_value(input).quant = first.quant;
    for (const int n : readers) {
        r.set_inputs(n, {input});
        r.bypass(n);
    }
}

/// The output itself becomes what the DequantizeLinear that makes it reads.
void quantize_output(rewriter& r, value_id output) {
    const int maker = r.producer(output);
    if (maker < 0 || r.at(maker).op_type != "DequantizeLinear") return;
    const value codes = r.at_value(r.at(maker).inputs[0]);
    if (!has_codes(codes) || !(r.at(maker).clamp == tigris::ops::clamp{})) return;
    if (!r.readers(output).empty()) {
        const value_id real = add_like(r, output, "_real");
        r.redirect_readers(output, real);
        add_step(r, r.at(maker), "DequantizeLinear", r.at(maker).inputs[0], real);
    }
    r.at_value(output).type = codes.type;
    r.at_value(output).quant = codes.quant;
    r.bypass(maker);
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
    const int maker = r.producer(output);
    if (!has_codes(r.at_value(output)) || maker < 0) return;
    const value_id codes = add_like(r, output, "_quantized");
    r.redirect_readers(output, codes);
    r.set_output(maker, codes);
    r.at_value(output).type = dtype::f32;
    r.at_value(output).quant = {};
    add_step(r, r.at(maker), "DequantizeLinear", codes, output);
}

}  // namespace

void convert_edges(onnx_model& m, edge_types types) {
    if (types == edge_types::model) return;
    const bool quantize = types == edge_types::quantized;
    rewriter r(m);
    for (const value_id input : m.inputs) (quantize ? quantize_input : float_input)(r, input);
    for (const value_id output : m.outputs) (quantize ? quantize_output : float_output)(r, output);
    r.finish();
}

}  // namespace onnx2hpp
