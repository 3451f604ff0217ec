// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/half_weights.hpp>
#include <onnx2hpp/lower/lower.hpp>
#include <onnx2hpp/lower/order.hpp>
#include <onnx2hpp/lower/outputs.hpp>
#include <onnx2hpp/lower/sizes.hpp>
#include <onnx2hpp/lower/unique_names.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>

namespace onnx2hpp {
namespace {

/// The order in which readers want an input that nothing else is asked for.
axis_order input_order(const lowering& l, value_id v) {
    const std::size_t rank = l.dims(v).size();
    if (rank < 3) return onnx_order(rank);
    if (const auto wish = l.wished.of(v)) return *wish;
    return rank == 4 ? channels_last(rank) : onnx_order(rank);
}

void place_inputs(lowering& l, io_layout layout) {
    for (const value_id v : l.source.inputs) {
        require_size(l.at(v));
        const axis_order best = input_order(l, v);
        const bool keeps_order = layout == io_layout::onnx;
        const int t = l.make_result(v, keeps_order ? onnx_order(best.size()) : best);
        l.tensor(t).kind = tigris::tensor_kind::input;
        l.tensor(t).index = static_cast<std::int16_t>(l.result.inputs.size());
        l.result.inputs.push_back(t);
        if (keeps_order) l.see_input_as(v, t, best);
    }
}

void lower_node(lowering& l, const node& n) {
    const operator_entry& entry = entry_of(l.source, n);
    if (!entry.lower)
        fail_unsupported(n, "there is no lowering for it",
                         "docs/reference/operators.md lists what is supported");
    require_sizes(l.source, n);
    entry.lower(l, n);
}

}  // namespace

lowered_model lower(const onnx_model& m, const options& wanted) {
    lowering l(m);
    l.result.name = wanted.name;
    l.result.sha256 = m.sha256;
    l.result.rounds = wanted.rounds;
    l.result.state_count = m.state_count;
    l.result.weights_vary = wanted.weights == weight_form::blob;
    place_inputs(l, wanted.layout);
    for (const int n : execution_order(m)) lower_node(l, m.nodes[static_cast<std::size_t>(n)]);
    bind_outputs(l, wanted.layout);
    number_equal_names(l.result);
    if (wanted.float16_weights)
        return with_half_weights(std::move(l.result), half_weights::rounded);
    if (m.has_float16 && !l.result.weights_vary)
        return with_half_weights(std::move(l.result), half_weights::exact);
    return std::move(l.result);
}

}  // namespace onnx2hpp
