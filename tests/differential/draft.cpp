// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "draft.hpp"

#include "model_files.hpp"

#include <reference/execute.hpp>
#include <reference/tensor_proto.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

namespace differential {
namespace {

constexpr std::int64_t most_elements = 4096;
constexpr double most_magnitude = 1e4;
constexpr double most_of_sums = 1e7;

std::string full_name(const onnx::NodeProto& node) {
    return (node.domain().empty() ? "" : node.domain() + ".") + node.op_type();
}

/// Values that say nothing, or whose rounding alone decides everything, are of no use. Those of a
/// Cast may be sums of products of codes.
void check_values(const tensor& value, const onnx::NodeProto& made_by) {
    if (value.size() > most_elements) throw bad_draw("too many elements");
    if (value.size() == 0) throw bad_draw("no elements");
    const double most = made_by.op_type() == "Cast" ? most_of_sums : most_magnitude;
    for (const double x : value.reals)
        if (!std::isfinite(x) || std::fabs(x) > most) throw bad_draw("large values");
}

/// Zeros in some of the channels along an axis.
void clear_channels(draft& d, tensor& codes, std::size_t axis) {
    std::int64_t inner = 1;
    for (std::size_t i = axis + 1; i < codes.rank(); ++i) inner *= codes.dims[i];
    std::vector<bool> is_zero;
    for (std::int64_t c = 0; c < codes.dims[axis]; ++c) is_zero.push_back(d.chance(0.3));
    for (std::size_t i = 0; i < codes.integers.size(); ++i)
        if (is_zero[i / std::size_t(inner) % is_zero.size()]) codes.integers[i] = 0;
}

onnx::ValueInfoProto map_declaration(const std::string& name, bool are_texts) {
    onnx::ValueInfoProto result;
    result.set_name(name);
    auto& map = *result.mutable_type()->mutable_sequence_type()->mutable_elem_type();
    map.mutable_map_type()->set_key_type(are_texts ? onnx::TensorProto::STRING
                                                   : onnx::TensorProto::INT64);
    map.mutable_map_type()->mutable_value_type()->mutable_tensor_type()->set_elem_type(
        onnx::TensorProto::FLOAT);
    return result;
}

/// Some of their operands are float32 in every model.
bool wants_full_floats(const std::string& op) {
    return op == "Resize" || op == "Upsample" || op.find("Quantize") != std::string::npos ||
           op.find("QLinear") != std::string::npos;
}

tensor as_half(const tensor& value) {
    if (value.type != element_type::float32) return value;
    return as_stored(reference::from_numbers(element_type::float16, value.dims, value.reals));
}

}  // namespace

const onnx2hpp::test::signature& draft::row(const std::string& op) const {
    const int version = op.starts_with("com.microsoft.") ? 1
                        : op.starts_with("ai.onnx.ml.")  ? ml_version
                                                         : opset;
    const onnx2hpp::test::signature* found = nullptr;
    int newest = 0;
    for (const onnx2hpp::test::signature& each : onnx2hpp::test::signatures())
        for (const int since : each.since)
            if (each.op_type == op && since <= version && since > newest)
                found = &each, newest = since;
    if (!found) throw bad_draw("no " + op + " in opset " + std::to_string(opset));
    return *found;
}

bool draft::takes(const std::string& op, const char* attribute) const {
    const auto& rules = row(op).attributes;
    return std::any_of(rules.begin(), rules.end(),
                       [&](const auto& rule) { return rule.name == attribute; });
}

std::string draft::input(const tensor& value) {
    const std::string name = fresh_name("x");
    values_[name] = value;
    inputs_.push_back(name);
    activations_.push_back(name);
    return name;
}

std::string draft::constant(const tensor& value) {
    const std::string name = fresh_name("c");
    *graph_.add_initializer() = reference::to_proto(value, name);
    values_[name] = value;
    return name;
}

std::string draft::parameter(const tensor& value, double probability_of_input) {
    return is_single() && chance(probability_of_input) ? input(value) : constant(value);
}

element_type draft::type_of_weights() {
    if (opset < 21 || chance(0.4)) return element_type::int8;
    return chance(0.7) ? element_type::int4 : element_type::uint4;
}

std::string draft::weights(const shape& dims, std::int64_t channel_axis) {
    if (kind != style::quantized) return parameter(random_reals(dims, -1, 1));
    for (const std::string& made : weights_)
        if (this->dims(made) == dims && chance(0.2)) return made;
    const element_type type = type_of_weights();
    const bool are_bytes = type == element_type::int8;
    tensor codes = random_integers(type, dims, -127, 127);
    for (const std::size_t axis : {std::size_t(0), std::size_t(1)})
        if (chance(0.3)) clear_channels(*this, codes, axis);
    const bool per_channel = opset >= 13 && chance(0.5);
    const shape scale_dims = per_channel ? shape{dims.at(std::size_t(channel_axis))} : shape{};
    const double unit = are_bytes ? 0.002 : 0.03;
    const std::string scale = constant(random_reals(scale_dims, unit, 10 * unit));
    tensor zeros(type, scale_dims);
    if (type == element_type::uint4)
        for (std::int64_t& zero : zeros.integers) zero = 8;
    const std::string zero = constant(zeros);
    node_draft node("DequantizeLinear", {constant(codes), scale, zero});
    if (per_channel) node.set("axis", channel_axis);
    const std::string made = add(node).at(0);
    std::erase(activations_, made);
    weights_.push_back(made);
    return made;
}

const tensor* draft::scale_of(const std::string& name) const {
    for (const auto& node : graph_.node())
        if (node.op_type() == "DequantizeLinear" && node.output(0) == name)
            return &value(node.input(1));
    return nullptr;
}

std::string draft::bias(std::int64_t outputs, const std::string& x, const std::string& weights) {
    const tensor *of_x = scale_of(x), *of_weights = scale_of(weights);
    const bool is_per_tensor = kind == style::quantized && of_x && of_weights && of_x->size() == 1;
    if (!is_per_tensor || chance(0.3))  // quantizers leave some biases as they are
        return parameter(random_reals({outputs}, -1, 1));
    tensor scales = *of_weights;
    for (double& scale : scales.reals) scale = double(float(scale) * float(of_x->reals[0]));
    const double most = chance(0.5) ? 1 : 20;
    tensor codes(element_type::int32, {outputs});
    for (std::size_t i = 0; i < codes.integers.size(); ++i)
        codes.integers[i] =
            std::int64_t(random.real(-most, most) / scales.reals[i % scales.reals.size()]);
    node_draft node("DequantizeLinear", {constant(codes), constant(scales)});
    if (scales.size() != 1) node.set("axis", 0);
    const std::string made = add(node).at(0);
    std::erase(activations_, made);
    return made;
}

std::string draft::list(const shape& values, element_type type) {
    return constant(reference::integers({std::int64_t(values.size())}, values, type));
}

std::string draft::scalar(std::int64_t value) { return constant(reference::integers({}, {value})); }

std::string draft::take(std::size_t min_rank, std::size_t max_rank, double low, double high) {
    const auto fits = [&](const std::string& name) {
        const tensor& v = value(name);
        return v.type == element_type::float32 && v.rank() >= min_rank && v.rank() <= max_rank &&
               std::all_of(v.reals.begin(), v.reals.end(),
                           [&](double x) { return x >= low - 8 && x <= high + 8; }) &&
               (low < -1.5 || std::all_of(v.reals.begin(), v.reals.end(),
                                          [&](double x) { return x >= low && x <= high; }));
    };
    for (std::size_t i = activations_.size(); !is_single() && i-- > 0;)
        if (fits(activations_[i]) && chance(0.7)) return activations_[i];
    if (!is_single() && !activations_.empty() && !chance(0.2)) throw bad_draw("nothing to take");
    const std::string name = input(random_reals(random_shape(min_rank, max_rank), low, high));
    return kind == style::quantized ? requantized(name) : name;
}

std::string draft::also(const shape& dims, double low, double high) {
    for (std::size_t i = activations_.size(); !is_single() && i-- > 0;) {
        const tensor& v = value(activations_[i]);
        if (v.type == element_type::float32 && v.dims == dims && low < -1.5 && chance(0.5))
            return activations_[i];
    }
    if (kind != style::quantized) return parameter(random_reals(dims, low, high), 0.6);
    const std::string made = requantized(constant(random_reals(dims, low, high)));
    std::erase(activations_, made);  // or an output might be a constant
    return made;
}

std::string draft::take_integers(element_type type, std::size_t min_rank, std::size_t max_rank,
                                 double low, double high) {
    return input(random_integers(type, random_shape(min_rank, max_rank), low, high));
}

shape draft::random_shape(std::size_t min_rank, std::size_t max_rank, std::int64_t most) {
    shape result(std::size_t(random.integer(std::int64_t(min_rank), std::int64_t(max_rank))));
    for (std::int64_t& extent : result) extent = random.integer(1, most);
    if (result.size() >= 3 && chance(0.8)) result[0] = 1;
    return result;
}

tensor draft::random_reals(const shape& dims, double low, double high) {
    tensor result(element_type::float32, dims);
    const int flavor = int(random.integer(0, 5));
    for (double& x : result.reals) {
        x = random.real(low, high);
        if (flavor == 0) x = std::clamp(std::nearbyint(x * 2) / 2, low, high);  // ties
        if (flavor == 1 && chance(0.4)) x = std::clamp(0.0, low, high);
        x = std::clamp(double(float(x)), low, high);
        x = double(float(x));
    }
    return result;
}

tensor draft::random_integers(element_type type, const shape& dims, double low, double high) {
    tensor result(type, dims);
    const double least = std::max(low, double(reference::lowest(type)));
    const double most =
        type == element_type::uint64 ? high : std::min(high, double(reference::highest(type)));
    for (std::int64_t& x : result.integers)
        x = random.integer(std::int64_t(least), std::int64_t(most));
    return result;
}

/// Of a model that has no other node. Subgraphs see their values, too.
std::vector<tensor> draft::computed(const onnx::NodeProto& node) const {
    onnx::ModelProto alone = model();
    auto& graph = *alone.mutable_graph();
    graph.Clear();
    *graph.add_node() = node;
    std::set<std::string> needed(node.input().begin(), node.input().end());
    for (const auto& attribute : node.attribute())
        for (const auto& inner : attribute.g().node())
            needed.insert(inner.input().begin(), inner.input().end());
    std::vector<tensor> inputs;
    for (const std::string& name : needed) {
        if (!values_.contains(name)) continue;
        graph.add_input()->set_name(name);
        inputs.push_back(values_.at(name));
    }
    for (const std::string& name : node.output()) graph.add_output()->set_name(name);
    try {
        return reference::execute(alone, inputs);
    } catch (const std::exception& error) {
        throw bad_draw(node.op_type() + ": " + error.what());
    }
}

std::vector<std::string> draft::add(node_draft node, int outputs) {
    const std::string op = full_name(node.proto);
    const auto& rule = row(op);
    auto& attributes = *node.proto.mutable_attribute();
    for (int i = attributes.size(); i-- > 0;)
        if (attributes[i].type() != onnx::AttributeProto::GRAPH &&
            !takes(op, attributes[i].name().c_str()))
            attributes.DeleteSubrange(i, 1);
    if (std::size_t(node.proto.input_size()) < rule.inputs.least ||
        std::size_t(node.proto.input_size()) > rule.inputs.most)
        throw bad_draw("another number of inputs");
    outputs = int(std::min(std::size_t(outputs), rule.outputs));
    std::vector<std::string> names;
    for (int i = 0; i < outputs; ++i) names.push_back(fresh_name("y"));
    for (const std::string& name : names) node.proto.add_output(name);
    node.proto.set_name(fresh_name(node.proto.op_type().c_str()));
    uses_ml_ = uses_ml_ || node.proto.domain() == "ai.onnx.ml";
    uses_microsoft_ = uses_microsoft_ || node.proto.domain() == "com.microsoft";
    const auto results = computed(node.proto);
    for (std::size_t i = 0; i < names.size(); ++i) {
        check_values(results.at(i), node.proto);
        values_[names[i]] = results[i];
        activations_.push_back(names[i]);
    }
    *graph_.add_node() = node.proto;
    return names;
}

std::string draft::result(node_draft node) {
    const bool is_layer = node.proto.op_type() == "Conv" || node.proto.op_type() == "Gemm" ||
                          node.proto.op_type() == "MatMul";
    std::string made = add(std::move(node)).at(0);
    if (kind != style::quantized || value(made).type != element_type::float32) return made;
    if (is_layer && chance(0.4)) made = add({"Relu", {made}}).at(0);
    return chance(0.1) ? made : requantized(made);
}

std::string draft::requantized(const std::string& name) {
    const tensor& values = value(name);
    double low = 0;
    double high = 0;
    for (const double x : values.reals) low = std::min(low, x), high = std::max(high, x);
    if (chance(0.2)) low /= 2, high /= 2;  // the ends saturate
    if (high - low < 1e-3) high = low + 1e-3;
    const auto type = chance(0.8) ? element_type::int8 : element_type::uint8;
    const double scale = double(float((high - low) / 255));
    const auto zero_code =
        reference::saturated(type, double(reference::lowest(type)) + std::nearbyint(-low / scale));
    const std::string scales = constant(reference::reals({}, {scale}));
    const std::string zeros = constant(reference::integers({}, {zero_code}, type));
    std::erase(activations_, name);
    const std::string codes = add(node_draft("QuantizeLinear", {name, scales, zeros})).at(0);
    std::erase(activations_, codes);
    return add(node_draft("DequantizeLinear", {codes, scales, zeros})).at(0);
}

std::vector<std::string> draft::unused_values() const {
    std::vector<std::string> result;
    for (const auto& node : graph_.node())
        for (const std::string& name : node.output()) result.push_back(name);
    for (const auto& node : graph_.node())
        for (const std::string& name : node.input()) std::erase(result, name);
    return result;
}

/// Inputs that a node reads. A network may have turned to others than its first one.
std::vector<std::string> draft::read_inputs() const {
    std::set<std::string> read;
    for (const auto& node : graph_.node()) {
        read.insert(node.input().begin(), node.input().end());
        for (const auto& attribute : node.attribute())
            for (const auto& inner : attribute.g().node())
                read.insert(inner.input().begin(), inner.input().end());
    }
    std::vector<std::string> result;
    for (const std::string& name : inputs_)
        if (read.contains(name)) result.push_back(name);
    return result;
}

onnx::ModelProto draft::model() const {
    onnx::ModelProto result;
    result.set_ir_version(opset >= 21 ? 10 : opset >= 9 ? 8 : 3);
    result.set_producer_name("tigris differential");
    auto& import = *result.add_opset_import();
    import.set_domain("");
    import.set_version(opset);
    const auto import_also = [&](const char* domain, int version) {
        auto& more = *result.add_opset_import();
        more.set_domain(domain);
        more.set_version(version);
    };
    if (uses_microsoft_) import_also("com.microsoft", 1);
    if (uses_ml_) import_also("ai.onnx.ml", ml_version);
    *result.mutable_graph() = graph_;
    auto& graph = *result.mutable_graph();
    graph.set_name("drawn");
    for (const std::string& name : read_inputs())
        *graph.add_input() = declaration(name, values_.at(name));
    if (result.ir_version() < 4)  // then every initializer is an input, too
        for (const auto& each : graph_.initializer())
            *graph.add_input() = declaration(each.name(), values_.at(each.name()));
    for (const std::string& name : unused_values()) {
        auto& output = *graph.add_output();
        output = maps_.contains(name) ? map_declaration(name, maps_.at(name))
                                      : declaration(name, values_.at(name));
        if (!bounds_.empty()) output.mutable_type()->mutable_tensor_type()->clear_shape();
    }
    return result;
}

void draft::write(const std::filesystem::path& folder) const {
    std::vector<tensor> inputs;
    for (const std::string& name : read_inputs()) inputs.push_back(values_.at(name));
    write_case(folder, model(), inputs);
    if (bounds_.empty() && !keeps_onnx_order_) return;
    std::ofstream stream(folder / "verify.json");
    stream << "{\"bounds\": {";
    const char* separator = "";
    for (const auto& [node, most] : bounds_) {
        stream << separator << '"' << node << "\": " << most;
        separator = ", ";
    }
    stream << (keeps_onnx_order_ ? "}, \"io_layout\": \"onnx\"}\n" : "}}\n");
}

void draft::declare_maps(const std::string& name, bool are_texts) { maps_[name] = are_texts; }

void draft::make_half() {
    for (const auto& node : graph_.node())
        if (wants_full_floats(node.op_type())) throw bad_draw(node.op_type() + " of half floats");
    for (auto& each : *graph_.mutable_initializer())
        each = reference::to_proto(as_half(values_.at(each.name())), each.name());
    for (auto& [name, value] : values_) value = as_half(value);
    for (const auto& node : graph_.node()) {
        const auto results = computed(node);
        for (int i = 0; i < node.output_size(); ++i) {
            check_values(results.at(std::size_t(i)), node);
            values_[node.output(i)] = results[std::size_t(i)];
        }
    }
}

void draft::bound_rows(std::int64_t most) {
    bounds_[graph_.node(graph_.node_size() - 1).name()] = most;
}

}  // namespace differential
