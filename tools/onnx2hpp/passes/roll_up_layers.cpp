// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/expand/recurrent_layer.hpp>
#include <onnx2hpp/load/infer_shapes.hpp>
#include <onnx2hpp/passes/roll_up_layers.hpp>
#include <onnx2hpp/passes/unrolled_layer.hpp>

#include <unordered_set>

namespace onnx2hpp {
namespace {

/// A node as the file might have had it, which makes what others read of the steps.
node layer_node(const rewriter& r, const layer_found& found) {
    const node& first = r.at(found.steps[1].nodes.front());
    node n{.name = first.name, .op_type = found.cell.cell.op_type, .origin = first.origin};
    const wanted_values& wanted = found.wanted;
    for (const int concat : wanted.gathered) n.outputs.push_back(r.at(concat).outputs[0]);
    for (const std::size_t i : wanted.h) n.outputs.push_back(wanted.ordered[i].next_h);
    if (wanted.last_c) n.outputs.push_back(found.steps.back().next_c);
    return n;
}

void remove_steps(rewriter& r, const layer_found& found) {
    for (const layer_step& step : found.steps)
        for (const int n : step.nodes) r.remove(n);
    for (const int n : found.wanted.gathered) r.remove(n);
}

/// Appends a layer for the node, and what gives its outputs.
class layer_writer {
public:
    layer_writer(onnx_model& m, const node& at, const layer_found& found)
        : e(m, at, append_inferred), found(found), wanted(found.wanted) {}

    void write() {
        const std::vector<value_id> made =
            add_layer(e, layer(), {wants_all, wants_last, wanted.last_c});
        for (std::size_t i = 0; i < wanted.gathered.size(); ++i) give(made[0]);
        for (const std::size_t i : wanted.h) give(wants_all ? state(made[0], i) : made[1]);
        if (wanted.last_c) give(made[2]);
    }

private:
    recurrent_layer layer() {
        const layer_step& first = found.steps.front();
        return {.cell = found.cell.cell,
                .x = steps_of_sequence(),
                .first_h = first.h,
                .first_c = first.c,
                .hidden = e.dims(first.next_h).back(),
                .is_reversed = is_reversed};
    }

    value_id steps_of_sequence() {
        extents places;
        for (const layer_step& step : is_reversed ? wanted.ordered : found.steps)
            places.push_back(step.place);
        const sequence_way& way = found.cell.ways[0].second;
        return sequence(e, way.sequence, way.axis, places);
    }

    value_id state(value_id all, std::size_t i) {
        const auto place = static_cast<std::int64_t>(i);
        return sliced(e, all, 0, place, place + 1);
    }

    void give(value_id v) {
        e.give(given, reshaped(e, v, e.dims(e.at.outputs[given])));
        ++given;
    }

    expansion e;
    const layer_found& found;
    const wanted_values& wanted;
    const bool is_reversed = go_by(found.steps, -1);
    const bool wants_all = !wanted.gathered.empty() || wanted.h.size() > wanted.last_h;
    const bool wants_last = wanted.last_h && !wants_all;
    std::size_t given = 0;
};

bool roll_up(rewriter& r, value_id matrix) {
    const auto found = find_layer(r, matrix);
    if (!found) return false;
    const node at = layer_node(r, *found);
    remove_steps(r, *found);
    layer_writer(r.model, at, *found).write();
    r.take_in_appended();
    return true;
}

/// Matrices that variables are multiplied with, each once.
std::vector<value_id> matrices_of(const rewriter& r) {
    std::vector<value_id> found;
    std::unordered_set<value_id> known;
    for (int n = 0; n < r.node_count(); ++n)
        if (is_product(r.at(n)) && r.is_constant(r.at(n).inputs[1]) &&
            known.insert(r.at(n).inputs[1]).second)
            found.push_back(r.at(n).inputs[1]);
    return found;
}

/// Whether there was a layer. A matrix may have several, one after the other.
bool roll_up_once(onnx_model& m) {
    rewriter r(m);
    bool found = false;
    for (const value_id matrix : matrices_of(r))
        while (roll_up(r, matrix)) found = true;
    r.finish();
    return found;
}

}  // namespace

/// Rolls up until nothing is left: a layer may begin with the state of a layer that was rolled up.
void roll_up_layers(onnx_model& m) {
    while (roll_up_once(m)) {
    }
}

}  // namespace onnx2hpp
