// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/passes/rewrite.hpp>
#include <onnx2hpp/passes/trim_output_transpose.hpp>
#include <onnx2hpp/qdq.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

[[noreturn]] void refuse(const std::string& name, const std::string& reason) {
    fail_bad_input(fmt::format("--trim-output-transpose {}: {}", in_quotes(name), reason));
}

value_id output_named(const rewriter& r, const std::string& name) {
    for (const value_id v : r.model.outputs)
        if (r.at_value(v).name == name) return v;
    refuse(name, "the model has no output of this name");
}

/// Whether node n does the same to each element, wherever it lies.
bool is_elementwise(const rewriter& r, const node& n) {
    if (traits_of(r.model, n).recodes) return parameters_of(r.model, n).per_tensor();
    return activation_of(r.model, n).has_value() || n.op_type == "Identity";
}

bool is_read_by_others(const rewriter& r, value_id v, value_id output) {
    const std::size_t readers = r.readers(v).size();
    const auto& outputs = r.model.outputs;
    if (v != output) return readers != 1 || r.is_output(v);
    return readers != 0 || std::count(outputs.begin(), outputs.end(), v) != 1;
}

/// The values from a Transpose's result to `output`, the last first.
std::vector<value_id> way_from_transpose(const rewriter& r, value_id output) {
    const std::string& name = r.at_value(output).name;
    std::vector<value_id> way{output};
    for (;;) {
        const int producer = r.producer_of(way.back());
        const bool is_found = producer >= 0 && r.at(producer).op_type == "Transpose";
        if (is_found) return way;
        if (producer < 0 || !is_elementwise(r, r.at(producer)))
            refuse(name, "no Transpose is before this output");
        way.push_back(r.at(producer).inputs[0]);
    }
}

void trim(rewriter& r, const std::string& name) {
    const value_id output = output_named(r, name);
    const std::vector<value_id> way = way_from_transpose(r, output);
    if (std::any_of(way.begin(), way.end(),
                    [&](value_id v) { return is_read_by_others(r, v, output); }))
        refuse(name, "what its Transpose makes is read elsewhere, too");
    const int transpose = r.producer_of(way.back());
    const extents before = r.at_value(output).dims;
    const extents dims = r.at_value(r.at(transpose).inputs[0]).dims;
    for (const value_id v : way) r.at_value(v).dims = dims;
    r.bypass(transpose);
    note(fmt::format("output {} is not transposed: its shape is {}, not {}", in_quotes(name),
                     to_text(dims), to_text(before)));
}

}  // namespace

void trim_output_transpose(onnx_model& m, const std::set<std::string>& names) {
    rewriter r(m);
    for (const std::string& name : names) trim(r, name);
    r.finish();
}

}  // namespace onnx2hpp
