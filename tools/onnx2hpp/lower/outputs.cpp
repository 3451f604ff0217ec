// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/outputs.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

#include <optional>
#include <set>

namespace onnx2hpp {
namespace {

using tigris::tensor_kind;

/// Whether memory of this tensor can be given to an output: nobody from outside knows it yet.
bool is_free(const lowering& l, int t, const std::set<int>& taken) {
    const int storage = l.storage(t);
    return l.tensor(storage).kind == tensor_kind::activation && !taken.contains(storage);
}

int copied(lowering& l, value_id v, int t, const axis_order& order) {
    const int copy = l.make_tensor(v, memory_dims(l.dims(v), order), order);
    l.add_step(make_node({}, l.at(v).name + "_copy", "Identity", {}, {}), tigris::ops::convert{},
               {t}, copy);
    return copy;
}

void mark(lowering& l, value_id v, int t, const axis_order& order) {
    tigris::tensor& output = l.tensor(t);
    output.kind = tensor_kind::output;
    output.index = static_cast<std::int16_t>(l.result.outputs.size());
    for (std::size_t place = 0; place < order.size(); ++place)
        output.onnx_axis[place] = static_cast<std::int8_t>(order[place]);
    l.result.tensor_names[static_cast<std::size_t>(t)] = l.at(v).name;
    l.result.outputs.push_back(t);
    l.result.texts.push_back(l.at(v).is_text() ? *l.at(v).texts : std::vector<std::string>{});
}

/// The order of the input that an output is in the next run.
std::optional<axis_order> order_of_state(const lowering& l) {
    const std::size_t number = l.result.outputs.size(), count = l.result.state_count;
    const std::size_t own = l.source.outputs.size() - count;
    if (number < own) return {};
    const std::size_t input = l.result.inputs.size() - count + number - own;
    const tigris::tensor& t = l.tensor(l.result.inputs[input]);
    return axis_order(t.onnx_axis, t.onnx_axis + t.dims.rank);
}

axis_order order_of_output(const lowering& l, value_id v, io_layout layout) {
    if (const auto order = order_of_state(l)) return *order;
    return layout == io_layout::onnx ? onnx_order(l.dims(v).size()) : l.place(v).order;
}

void note_transposed(const lowering& l, value_id v, const axis_order& order) {
    if (!l.is_constant(v) && !is_same_memory(l.dims(v), l.place(v).order, order))
        note("output " + in_quotes(l.at(v).name) + " is transposed");
}

}  // namespace

void bind_outputs(lowering& l, io_layout layout) {
    std::set<int> taken;
    for (const value_id v : l.source.outputs) {
        if (!l.is_constant(v)) l.restore_columns(v);
        const axis_order order = order_of_output(l, v, layout);
        note_transposed(l, v, order);
        int t = l.operand(v, order);
        if (!is_free(l, t, taken)) t = copied(l, v, t, order);
        taken.insert(l.storage(t));
        mark(l, v, t, order);
    }
}

}  // namespace onnx2hpp
