// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/json_value.hpp>

#include <onnx2hpp/element_names.hpp>
#include <onnx2hpp/placement/effective_rules.hpp>
#include <onnx2hpp/show/cost/spell_cost.hpp>
#include <onnx2hpp/show/kind_name.hpp>
#include <onnx2hpp/show/peak.hpp>
#include <onnx2hpp/show/summary.hpp>
#include <onnx2hpp/show/tensor_memory.hpp>

#include <algorithm>
#include <string>

namespace onnx2hpp {
namespace {

using namespace tigris;
using nlohmann::ordered_json;

ordered_json extents(const shape& dims) {
    return std::vector<std::int32_t>(dims.extent, dims.extent + dims.rank);
}

ordered_json names_of(const lowered_model& model, const std::vector<int>& tensors) {
    ordered_json names = ordered_json::array();
    for (const int t : tensors)
        if (t >= 0) names.push_back(model.tensor_names[std::size_t(t)]);
    return names;
}

void add_step(ordered_json& step, const lowered_model& model, int number) {
    const lowered_node& n = model.nodes[std::size_t(number)];
    const tensor& made = model.tensors[std::size_t(n.outputs[0])];
    step["operator"] = operator_name(model, number);
    step["inputs"] = names_of(model, n.inputs);
    step["outputs"] = names_of(model, n.outputs);
    step["output_shape"] = extents(made.dims);
    step["output_type"] = element_name(made.type);
    step["weights_bytes"] = constant_bytes(model, n);
}

ordered_json or_null(const char* text) { return text ? ordered_json(text) : ordered_json(nullptr); }

void add_tensor(ordered_json& json, const analysis& a, int number) {
    const lowered_model& model = a.model;
    const tensor& t = model.tensors[std::size_t(number)];
    json["memory"] = memory_of_tensor(a, number);
    json["kind"] = kind_name(model, number);
    json["type"] = element_name(t.type);
    json["shape"] = extents(t.dims);
    json["onnx_shape"] = extents(onnx_dims(t));
    json["layout"] = has_onnx_order(t) ? "ONNX" : "NHWC";
    json["scale"] = is_quantized(t) ? ordered_json(t.quant.scale) : ordered_json(nullptr);
    json["zero_point"] = is_quantized(t) ? ordered_json(t.quant.zero_point) : ordered_json(nullptr);
}

/// The first step that reads a tensor; nothing where none does.
ordered_json reader_of(const lowered_model& model, int number) {
    for (const lowered_node& n : model.nodes)
        for (const int t : n.inputs)
            if (t == number) return n.name;
    return nullptr;
}

ordered_json constants_of(const analysis& a) {
    ordered_json list = ordered_json::array();
    for (std::size_t i = 0; i < a.model.tensors.size(); ++i) {
        const tensor& t = a.model.tensors[i];
        if (t.kind != tensor_kind::constant) continue;
        list.push_back({{"name", a.model.tensor_names[i]},
                        {"step", reader_of(a.model, int(i))},
                        {"type", element_name(t.type)},
                        {"shape", extents(t.dims)},
                        {"bytes", bytes_of(t)},
                        {"region", region_of_constant(a, t.index)},
                        {"destination", or_null(destination_of_constant(a, t.index))}});
    }
    return list;
}

ordered_json lines_of(const std::string& text) {
    ordered_json list = ordered_json::array();
    for (std::size_t begin = 0, end = 0; begin < text.size(); begin = end + 1) {
        end = std::min(text.find('\n', begin), text.size());
        list.push_back(text.substr(begin, end - begin));
    }
    return list;
}

void add_calls(ordered_json& plan, const std::vector<task_call>& calls) {
    ordered_json& list = plan["calls"] = ordered_json::array();
    for (std::size_t i = 0; i < std::min(calls.size(), most_calls); ++i)
        list.push_back({calls[i].task, calls[i].first_row, calls[i].rows});
    plan["calls_cut"] = calls.size() > most_calls;
}

template <class Number>
ordered_json or_null(const std::optional<Number>& number) {
    return number ? ordered_json(*number) : ordered_json(nullptr);
}
ordered_json error_of(const std::optional<std::int64_t>& number, int percent) {
    return number ? ordered_json(percent) : ordered_json(nullptr);
}

/// A reason as a JSON string; null where nothing is missing.
ordered_json reason_or_null(const std::string& reason) {
    return reason.empty() ? ordered_json(nullptr) : ordered_json(reason);
}

/// What cost tables say of a run, or why they say nothing.
void add_costs(ordered_json& totals, const analysis& a) {
    const missing_costs missing = missing_costs_of(a);
    totals["instructions"] = or_null(a.cost.instructions);
    totals["instructions_error_percent"] = error_of(a.cost.instructions, a.cost.error_percent);
    totals["instructions_reason"] = reason_or_null(missing.instructions);
    totals["cycles"] = or_null(a.cost.cycles);
    totals["machine_code_bytes"] = or_null(a.cost.machine_code.bytes);
    totals["machine_code_error_percent"] =
        error_of(a.cost.machine_code.bytes, a.cost.machine_code.error_percent);
    totals["machine_code_reason"] = reason_or_null(missing.machine_code);
    totals["milliseconds"] = or_null(milliseconds_of(a));
    totals["milliseconds_reason"] = reason_or_null(missing.milliseconds);
}

}  // namespace

const char* kind_name(const lowered_model& model, int tensor) {
    if (kind_of(model, tensor) == placed::persistent) return "state";
    switch (model.tensors[std::size_t(tensor)].kind) {
        case tensor_kind::input: return "input";
        case tensor_kind::output: return "output";
        case tensor_kind::constant: return "constant";
        case tensor_kind::activation: break;
    }
    return "intermediate";
}

void add_model(ordered_json& plan, const analysis& a) {
    add_costs(plan["totals"], a);
    for (std::size_t i = 0; i < a.model.nodes.size(); ++i) {
        add_step(plan["steps"][i], a.model, int(i));
        plan["steps"][i]["instructions"] =
            a.cost.steps.empty() ? ordered_json(nullptr) : or_null(a.cost.steps[i]);
    }
    for (std::size_t i = 0; i < a.model.tensors.size(); ++i)
        add_tensor(plan["tensors"][i], a, int(i));
    plan["constants"] = constants_of(a);
    const removed_channels& gone = a.model.removed;
    plan["removed"] = {{"channels", gone.channels},
                       {"of_channels", gone.of_channels},
                       {"weights", gone.weights},
                       {"of_weights", gone.of_weights}};
    plan["summary"] = lines_of(to_summary(a, false));
    if (!a.calls.empty()) add_calls(plan, a.calls);
}

}  // namespace onnx2hpp
