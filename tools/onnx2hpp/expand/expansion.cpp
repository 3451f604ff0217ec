// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/expansion.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx/constant_list.hpp>
#include <onnx2hpp/onnx/folding_memory.hpp>
#include <onnx2hpp/onnx/opsets.hpp>
#include <onnx2hpp/qdq.hpp>
#include <onnx2hpp/renumbering.hpp>

namespace onnx2hpp {

const value& expansion::of(value_id v) const {
    if (v == absent) fail_bad_input(at, "an input that it needs is missing");
    return model.values[static_cast<std::size_t>(v)];
}

extents expansion::list(std::size_t i, std::string_view what) const {
    return constant_list(model, at, i, what);
}

std::size_t expansion::axis(std::int64_t axis, std::size_t rank) const {
    return distinct_axes(at, {axis}, rank)[0];
}

std::vector<std::size_t> expansion::axes(const extents& axes, std::size_t rank) const {
    return distinct_axes(at, axes, rank);
}

extents expansion::all_axes(std::size_t rank) { return onnx2hpp::all_axes(rank); }

value_id expansion::add_value(std::string name) {
    model.values.emplace_back().name = std::move(name);
    return static_cast<value_id>(model.values.size() - 1);
}

/// Other than that of any value of the file: without a name of its own a node has its output's.
std::string expansion::name_of_part(std::string_view what) const {
    return at.name + '/' + std::string(what);
}

void expansion::add_part(node part) {
    if (!part.origin) part.origin = at.origin;
    add_node(model, std::move(part));
}

value_id expansion::add(std::string_view op_type, std::vector<value_id> inputs,
                        attribute_map attributes) {
    return add(op_type, std::move(inputs), std::move(attributes), {true})[0];
}

std::vector<value_id> expansion::add(std::string_view op_type, std::vector<value_id> inputs,
                                     attribute_map attributes, const std::vector<bool>& wanted) {
    node part;
    part.name = at.name;
    set_operator(part, op_type);
    part.since = newest_opset;
    part.inputs = std::move(inputs);
    part.attributes = std::move(attributes);
    for (const bool is_wanted : wanted)
        part.outputs.push_back(is_wanted ? add_value(name_of_part(part.op_type)) : absent);
    std::vector<value_id> made = part.outputs;
    add_part(std::move(part));
    return made;
}

/// Constants that an iteration computes count like copies of nodes, so that none fill the memory.
static std::size_t cost_of_constants(const onnx_model& model, std::size_t first) {
    constexpr std::size_t bytes_of_a_node = 256;
    std::size_t bytes = 0;
    for (std::size_t v = first; v < model.values.size(); ++v)
        if (const shared_tensor& held = model.values[v].constant; held.use_count() == 1)
            bytes += held->bytes.size();
    return bytes / bytes_of_a_node;
}

std::vector<value_id> expansion::run(const subgraph& body, const std::vector<value_id>& inputs) {
    renumbering numbers;
    for (std::size_t i = 0; i < inputs.size(); ++i) numbers[body.inputs[i]] = inputs[i];
    model.copied_nodes += 1 + node_count(body);
    const std::size_t first = model.values.size();
    for (const node& n : body.nodes) {
        for (const value_id v : n.outputs) {
            if (v == absent) continue;
            numbers[v] = add_value(of(v).name);
            model.values.back().file_type = of(v).file_type;
        }
        add_part(renumbered(n, numbers));
    }
    model.copied_nodes += cost_of_constants(model, first);
    return renumbered(body.outputs, numbers);
}

value_id expansion::placeholder(tigris::dtype type, const extents& dims) {
    const value_id v = add_value(name_of_part("constant"));
    model.values.back().type = type;
    model.values.back().dims = dims;
    model.values.back().shape_known = true;
    return v;
}

void expansion::forget_since(const mark& then) {
    model.values.resize(then.values);
    model.nodes.resize(then.nodes);
}

void expansion::require_memory(std::int64_t elements) const {
    constexpr std::int64_t number = sizeof(std::int64_t), lists = 2;  // they grow by doubling
    require_constant_memory(model, at, elements * number, elements * number * lists);
}

value_id expansion::constant(shared_tensor data) {
    require_constant_memory(model, at, static_cast<std::int64_t>(data->bytes.size()), 0);
    const value_id v = add_value(name_of_part("constant"));
    set_constant(model.values.back(), std::move(data));
    return v;
}

value_id expansion::dequantized(const tensor_data& codes, const affine& quant) {
    require_memory(element_count(codes.dims));
    const value_id v =
        constant(make_tensor(tigris::dtype::f32, codes.dims, onnx2hpp::dequantized(codes, quant)));
    if (const auto equal = in_equal_blocks(quant, codes.dims))
        model.values.back().dequantized =
            std::make_shared<const dequantized_constant>(dequantized_constant{codes, *equal});
    return v;
}

value_id expansion::integers(const extents& list) {
    return constant(tensor_of(tigris::dtype::i64, {static_cast<std::int64_t>(list.size())}, list));
}

value_id expansion::number(tigris::dtype type, double number) {
    return constant(make_tensor(type, {}, std::vector<double>{number}));
}

void expansion::give(std::size_t i, value_id v) {
    if (!wants_output(i)) return;
    node copy;
    copy.name = at.name;
    copy.op_type = "Identity";
    copy.since = newest_opset;
    copy.inputs = {v};
    copy.outputs = {at.outputs[i]};
    add_part(std::move(copy));
    value& given = model.values[static_cast<std::size_t>(v)];
    value& output = model.values[static_cast<std::size_t>(at.outputs[i])];
    if (static_cast<std::size_t>(v) >= first_part) given.name = output.name;
    output.dequantized = given.dequantized;
}

value_id expansion::numbers(value_id texts) {
    const value_id copy = add("Identity", {texts});
    model.values[static_cast<std::size_t>(copy)].texts = nullptr;
    return copy;
}

void expansion::give_texts(std::size_t i, value_id v, const std::vector<std::string>& texts) {
    give(i, v);
    if (!wants_output(i)) return;
    model.values[static_cast<std::size_t>(at.outputs[i])].texts =
        std::make_shared<const std::vector<std::string>>(texts);
}

}  // namespace onnx2hpp
