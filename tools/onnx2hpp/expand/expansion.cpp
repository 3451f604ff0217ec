// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/expand/expansion.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/constant_list.hpp>
#include <onnx2hpp/load/operators.hpp>
#include <onnx2hpp/qdq.hpp>

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

value_id expansion::add_value() {
    model.values.emplace_back().name = at.name;
    return static_cast<value_id>(model.values.size() - 1);
}

value_id expansion::add(std::string_view op_type, std::vector<value_id> inputs,
                        attribute_map attributes) {
    node part;
    part.name = at.name;
    part.op_type = op_type;
    part.since = newest_opset;
    part.inputs = std::move(inputs);
    part.outputs = {add_value()};
    part.attributes = std::move(attributes);
    const value_id made = part.outputs[0];
    add_node(model, std::move(part));
    return made;
}

value_id expansion::constant(shared_tensor data) {
    const value_id v = add_value();
    set_constant(model.values.back(), std::move(data));
    return v;
}

value_id expansion::dequantized(const tensor_data& codes, const affine& quant) {
    const value_id v =
        constant(make_tensor(tigris::dtype::f32, codes.dims, onnx2hpp::dequantized(codes, quant)));
    model.values.back().dequantized =
        std::make_shared<const dequantized_constant>(dequantized_constant{codes, quant});
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
    add_node(model, std::move(copy));
    model.values[static_cast<std::size_t>(at.outputs[i])].dequantized = of(v).dequantized;
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
