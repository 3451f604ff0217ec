// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/lower/lowering.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/qdq.hpp>

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <utility>

namespace onnx2hpp {
namespace {

using tigris::dtype;
using tigris::tensor_kind;

/// The library numbers tensors with steps after them, and edges, in 16 bits.
constexpr std::size_t highest_number = std::numeric_limits<std::int16_t>::max();

std::size_t index(int i) { return static_cast<std::size_t>(i); }

tigris::quantization quantization_in(const affine& quant) {
    if (quant.scale.empty() || !is_uniform(quant)) return {};
    return quantization_of(quant);
}

void copy_order(const axis_order& order, tigris::tensor& t) {
    for (std::size_t place = 0; place < order.size(); ++place)
        t.onnx_axis[place] = static_cast<std::int8_t>(order[place]);
}

/// What makes two constants the same.
std::string key_of(const tensor_data& data, const tigris::tensor& t) {
    std::string key = std::to_string(static_cast<int>(t.type)) + ":";
    for (int axis = 0; axis < t.dims.rank; ++axis)
        key += std::to_string(t.dims[axis]) + "@" + std::to_string(t.onnx_axis[axis]) + ",";
    const auto scale = std::bit_cast<std::uint32_t>(t.quant.scale);
    key += std::to_string(scale) + "," + std::to_string(t.quant.zero_point) + ":";
    return key.append(reinterpret_cast<const char*>(data.bytes.data()), data.bytes.size());
}

/// Extents with axes of extent 1 before.
extents padded(const extents& dims, std::size_t rank) {
    extents result(rank - dims.size(), 1);
    result.insert(result.end(), dims.begin(), dims.end());
    return result;
}

axis_order padded_order(const axis_order& order, std::size_t rank) {
    const std::size_t missing = rank - order.size();
    axis_order result = onnx_order(missing);
    for (const int axis : order) result.push_back(axis + static_cast<int>(missing));
    return result;
}

}  // namespace

tigris::shape shape_of(const extents& dims, const std::string& name) {
    if (dims.size() > tigris::max_rank)
        fail_unsupported(
            "value " + in_quotes(name) + " has " + std::to_string(dims.size()) + " axes",
            "at most " + std::to_string(tigris::max_rank) + " are supported");
    tigris::shape result{.rank = static_cast<std::int8_t>(dims.size())};
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
        if (dims[axis] > std::numeric_limits<std::int32_t>::max())
            fail_unsupported("value " + in_quotes(name) + " has an extent beyond 32 bits",
                             "use smaller tensors");
        result.extent[axis] = static_cast<std::int32_t>(dims[axis]);
    }
    return result;
}

lowering::lowering(const onnx_model& m)
    : source(m), wished(m), places(m.values.size()), producers(m.values.size(), -1) {
    for (std::size_t v = 0; v < places.size(); ++v)
        places[v].order = onnx_order(m.values[v].dims.size());
    for (std::size_t n = 0; n < m.nodes.size(); ++n)
        for (const value_id v : m.nodes[n].outputs)
            if (v != absent) producers[index(v)] = static_cast<int>(n);
}

void lowering::check_activation(value_id v) const {
    const int producer = producers[index(v)];
    const std::string label = producer < 0
                                  ? "value " + in_quotes(at(v).name)
                                  : label_of(source.nodes[index(producer)]) + ": its result";
    if (!is_readable(at(v).type))
        fail_unsupported(
            label + " has elements of type " + name_of(at(v).type),
            "export the model with activations of float32, bool or integers of 8 to 64 bits");
    if (!at(v).quant.scale.empty() && !at(v).quant.per_tensor())
        fail_unsupported(label + " is an activation with a scale for each channel",
                         "quantize activations per tensor");
}

void lowering::set_place(value_id v, placement p) { places[index(v)] = std::move(p); }

std::string lowering::name_of_producer(value_id v) const {
    const int producer = producers[index(v)];
    return producer < 0 ? at(v).name : source.nodes[index(producer)].name;
}

int lowering::make_tensor(value_id v, const extents& memory, const axis_order& order) {
    check_activation(v);
    require_free_numbers();
    tigris::tensor t{.type = at(v).type, .dims = shape_of(memory, at(v).name)};
    t.quant = quantization_in(at(v).quant);
    copy_order(order, t);
    result.tensors.push_back(t);
    result.tensor_names.push_back(at(v).name);
    return static_cast<int>(result.tensors.size()) - 1;
}

int lowering::make_result(value_id v, const axis_order& order) {
    const int t = make_tensor(v, memory_dims(dims(v), order), order);
    set_place(v, {t, order, {}, {}, {}});
    return t;
}

int lowering::constant(const std::string& name, const tensor_data& data, const affine& quant,
                       const axis_order& order) {
    tigris::tensor t{
        .kind = tensor_kind::constant, .type = data.type, .dims = shape_of(data.dims, name)};
    t.quant = quantization_in(quant);
    copy_order(order, t);
    t.index = static_cast<std::int16_t>(result.constants.size());
    require_free_numbers();
    const int number = static_cast<int>(result.tensors.size());
    if (!result.weights_vary) {
        const auto [entry, is_new] = known_constants.try_emplace(key_of(data, t), number);
        if (!is_new) {
            result.shared_names.emplace_back(name, entry->second);
            return entry->second;
        }
    }
    result.tensors.push_back(t);
    result.tensor_names.push_back(name);
    result.constants.push_back(data);
    return number;
}

int lowering::weights(const std::string& name, const tensor_data& data, const affine& quant) {
    return constant(name, data, result.weights_vary ? affine{} : quant);
}

int lowering::alias(value_id v, int t, const extents& memory, const axis_order& order) {
    const tigris::shape shape = shape_of(memory, at(v).name);
    const tigris::quantization quant = quantization_in(at(v).quant);
    if (tensor(t).dims == shape && tensor(t).quant == quant && tensor(t).type == at(v).type)
        return t;
    const std::tuple key{t, memory, quant.scale, quant.zero_point, at(v).type};
    if (const auto found = aliases.find(key); found != aliases.end()) return found->second;
    const int seen = make_tensor(v, memory, order);
    push_step("reshape", name_of_producer(v), tigris::ops::reshape{}, {t}, seen);
    aliases[key] = seen;
    alias_of[seen] = t;
    return seen;
}

int lowering::storage(int t) const {
    const auto found = alias_of.find(t);
    return found == alias_of.end() ? t : storage(found->second);
}

int lowering::transpose(value_id v, int from, const extents& dims, const axis_order& old_order,
                        const axis_order& order) {
    const int to = make_tensor(v, memory_dims(dims, order), order);
    const axis_order place_of = places_of(old_order);
    tigris::ops::transpose op;
    for (int k = 0; index(k) < order.size(); ++k)
        op.axes[k] = static_cast<std::int8_t>(place_of[index(order[index(k)])]);
    push_step("transpose", name_of_producer(v) + "_transposed", op, {from}, to);
    return to;
}

/// The planes of v, an image or a signal, as pixels.
int lowering::interleave(value_id v, int planes, const axis_order& order) {
    const extents& dims = at(v).dims;
    extents below{dims[0], dims[1] * dims[2]};
    below.insert(below.end(), dims.begin() + 3, dims.end());
    below.push_back(1);
    const int seen = alias(v, planes, below, {});
    const int to = make_tensor(v, memory_dims(dims, order), order);
    const tigris::ops::interleave op{.channels = static_cast<std::int32_t>(dims[1])};
    push_step("interleave", name_of_producer(v) + "_interleaved", op, {seen}, to);
    return to;
}

void lowering::see_input_as(value_id v, int t, const axis_order& order) {
    const axis_order plain = onnx_order(order.size());
    if (is_same_memory(dims(v), order, plain)) return set_place(v, {t, order, {}, {}, {}});
    if (!wished.of(v)) return;
    if (order != channels_last(order.size()) || order.size() > 4)
        return note("input " + in_quotes(at(v).name) +
                    " keeps ONNX's order and is transposed later");
    transposed[{v, plain}] = t;
    set_place(v, {interleave(v, t, order), order, {}, {}, {}});
    note("input " + in_quotes(at(v).name) + " keeps ONNX's order; its rows are gathered");
}

bool lowering::convert_while_gathering(value_id v, value_id to, const tigris::ops::clamp& clamp) {
    const int t = place(v).tensor;
    const auto is_output = std::count(source.outputs.begin(), source.outputs.end(), v) > 0;
    const auto is_input = std::count(source.inputs.begin(), source.inputs.end(), v) > 0;
    if (!is_input || is_output || wished.readers_of(v) != 1) return false;
    for (lowered_node& n : result.nodes)
        if (auto* gathering = std::get_if<tigris::ops::interleave>(&n.op);
            gathering && n.outputs[0] == t) {
            check_activation(to);
            gathering->clamp = clamp;
            tensor(t).type = at(to).type;
            tensor(t).quant = quantization_in(at(to).quant);
            result.tensor_names[index(t)] = at(to).name;
            set_place(to, {t, place(v).order, {}, {}, {}});
            return true;
        }
    return false;
}

/// A tensor for v, which lies in order `from`, in order `to`, both of axes of extents `dims`.
int lowering::arrange(value_id v, const extents& dims, const axis_order& from,
                      const axis_order& to) {
    const int t = place(v).tensor;
    if (is_same_memory(dims, from, to)) return alias(v, t, memory_dims(dims, to), to);
    for (const auto& [key, copy] : transposed)
        if (key.first == v && key.second.size() == to.size() &&
            is_same_memory(dims, key.second, to))
            return alias(v, copy, memory_dims(dims, to), to);
    const int seen = alias(v, t, memory_dims(dims, from), from);
    return transposed[{v, to}] = transpose(v, seen, dims, from, to);
}

void lowering::restore_columns(value_id v) {
    const placement p = place(v);
    if (p.columns.empty()) return;
    const int seen = alias(v, p.tensor, memory_dims(p.merged_dims, p.merged_order), {});
    const int restored =
        transpose(v, seen, p.merged_dims, p.merged_order, onnx_order(p.merged_dims.size()));
    copy_order(onnx_order(tigris::max_rank), tensor(restored));
    set_place(v, {restored, p.order, {}, {}, {}});
}

int lowering::operand(value_id v, const axis_order& order) {
    const extents dims = padded(at(v).dims, order.size());
    if (is_constant(v)) {
        check_activation(v);
        const tensor_data wide{at(v).type, dims, at(v).constant->bytes};
        return constant(at(v).name, *permuted(wide, order), at(v).quant, order);
    }
    restore_columns(v);
    return arrange(v, dims, padded_order(place(v).order, order.size()), order);
}

int lowering::view(value_id v, int t, const extents& memory) {
    return alias(v, storage(t), memory, {});
}

void lowering::add_step(const node& n, any_op op, std::vector<int> inputs, int output) {
    const std::string prefix = std::visit([](const auto& o) { return std::string(o.name); }, op);
    push_step(prefix, n.name, std::move(op), std::move(inputs), output);
    result.nodes.back().has_int4_weights =
        has_input(n, 1) && is_constant(n.inputs[1]) && at(n.inputs[1]).file_type == dtype::i4;
}

void lowering::require_free_numbers() const {
    if (result.tensors.size() + result.nodes.size() >= highest_number ||
        edge_count > highest_number)
        fail_unsupported("the model has more tensors, steps or edges than 16 bits can number",
                         "split the model");
}

void lowering::push_step(const std::string& prefix, const std::string& name, any_op op,
                         std::vector<int> inputs, int output) {
    edge_count += inputs.size() + 1;
    require_free_numbers();
    std::vector<std::int16_t> in(inputs.begin(), inputs.end());
    const auto out = static_cast<std::int16_t>(output);
    const tigris::operands edges{{result.tensors.data(), static_cast<int>(result.tensors.size())},
                                 in.data(),
                                 &out,
                                 static_cast<int>(in.size()),
                                 1};
    const auto shape = std::visit([&](const auto& o) { return describe(o, edges).output; }, op);
    if (!(shape == tensor(output).dims))
        throw std::logic_error("internal error: " + prefix + " " + in_quotes(name) +
                               " does not make the shape that its node has");
    result.nodes.push_back({names.make(prefix, name), std::move(op), std::move(inputs), {output}});
}

}  // namespace onnx2hpp
