// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "model_mutator.hpp"

#include "model_words.hpp"

#include <helpers/replaced_extent.hpp>
#include <helpers/signatures.hpp>

#include <algorithm>
#include <array>

namespace fuzz {
namespace {

using onnx2hpp::attribute_kind;
using words = std::vector<std::string>;

std::string fresh_name(const onnx::GraphProto& graph) {
    return "v" + std::to_string(graph.node_size() + graph.initializer_size());
}

words value_names(const onnx::GraphProto& graph) {
    words names;
    for (const auto& input : graph.input()) names.push_back(input.name());
    for (const auto& tensor : graph.initializer()) names.push_back(tensor.name());
    for (const auto& node : graph.node())
        names.insert(names.end(), node.output().begin(), node.output().end());
    return names;
}

void fill_small(onnx::TensorProto& tensor, random_source& random) {
    static constexpr std::array types = {onnx::TensorProto::FLOAT, onnx::TensorProto::FLOAT,
                                         onnx::TensorProto::INT64, onnx::TensorProto::INT64,
                                         onnx::TensorProto::INT8,  onnx::TensorProto::UINT8,
                                         onnx::TensorProto::INT32, onnx::TensorProto::BOOL};
    const auto type = types[below(random, types.size())];
    std::size_t count = 1;
    for (std::size_t rank = below(random, 5); rank > 0; --rank) {
        const std::size_t extent = 1 + below(random, 3);
        tensor.add_dims(static_cast<std::int64_t>(extent));
        count *= extent;
    }
    tensor.set_data_type(type);
    for (; count > 0; --count) {
        const auto small = static_cast<int>(below(random, 7)) - 2;
        if (type == onnx::TensorProto::FLOAT)
            tensor.add_float_data(static_cast<float>(small) / 2);
        else if (type == onnx::TensorProto::INT64)
            tensor.add_int64_data(small);
        else
            tensor.add_int32_data(type == onnx::TensorProto::INT8 ? small : small & 1);
    }
}

std::string new_constant(onnx::GraphProto& graph, random_source& random) {
    const std::string name = fresh_name(graph);
    onnx::TensorProto& tensor = *graph.add_initializer();
    tensor.set_name(name);
    fill_small(tensor, random);
    return name;
}

std::string some_value(onnx::GraphProto& graph, random_source& random) {
    const words names = value_names(graph);
    return names.empty() || once_in(random, 3) ? new_constant(graph, random)
                                               : one_of(random, names);
}

void fill(onnx::AttributeProto& attribute, attribute_kind kind, random_source& random) {
    using type = onnx::AttributeProto;
    const auto number = [&] { return static_cast<int>(below(random, 6)) - 1; };
    const std::size_t count = 1 + below(random, 4);
    switch (kind) {
        case attribute_kind::integer:
            attribute.set_type(type::INT);
            return attribute.set_i(number());
        case attribute_kind::real:
            attribute.set_type(type::FLOAT);
            return attribute.set_f(static_cast<float>(number()) / 2);
        case attribute_kind::text:
            attribute.set_type(type::STRING);
            return attribute.set_s(one_of(random, attribute_words()));
        case attribute_kind::integers:
            attribute.set_type(type::INTS);
            for (std::size_t i = 0; i < count; ++i) attribute.add_ints(number());
            return;
        case attribute_kind::reals:
            attribute.set_type(type::FLOATS);
            for (std::size_t i = 0; i < count; ++i)
                attribute.add_floats(static_cast<float>(number()) / 2);
            return;
        case attribute_kind::texts:
            attribute.set_type(type::STRINGS);
            for (std::size_t i = 0; i < count; ++i)
                attribute.add_strings(one_of(random, attribute_words()));
            return;
        default:
            attribute.set_type(type::TENSOR);
            return fill_small(*attribute.mutable_t(), random);
    }
}

void name_operator(onnx::NodeProto& node, std::string_view qualified) {
    const std::size_t dot = qualified.rfind('.');
    node.set_op_type(std::string(qualified.substr(dot + 1)));
    if (dot != qualified.npos) node.set_domain(std::string(qualified.substr(0, dot)));
}

/// As many as the operator takes, within reason.
std::size_t some_count(std::size_t least, std::size_t most, random_source& random) {
    return least + below(random, std::min<std::size_t>(most, least + 3) - least + 1);
}

void import_domain(onnx::ModelProto& model, const std::string& domain) {
    for (const auto& import : model.opset_import())
        if (import.domain() == domain) return;
    auto& added = *model.add_opset_import();
    added.set_domain(domain);
    added.set_version(1);
}

void add_node(onnx::ModelProto& model, random_source& random) {
    onnx::GraphProto& graph = *model.mutable_graph();
    const auto table = onnx2hpp::test::signatures();
    const onnx2hpp::test::signature& chosen = table[below(random, table.size())];
    onnx::NodeProto node;
    name_operator(node, chosen.op_type);
    import_domain(model, node.domain());
    for (std::size_t n = some_count(chosen.inputs.least, chosen.inputs.most, random); n > 0; --n)
        node.add_input(once_in(random, 20) ? "" : some_value(graph, random));
    const std::string name = fresh_name(graph);
    node.add_output(name);
    for (std::size_t n = some_count(1, chosen.outputs, random); n > 1; --n)
        node.add_output(name + "_" + std::to_string(n));
    for (const auto& rule : chosen.attributes) {
        if (!rule.required && !once_in(random, 3)) continue;
        onnx::AttributeProto& attribute = *node.add_attribute();
        attribute.set_name(std::string(rule.name));
        fill(attribute, rule.kind, random);
    }
    graph.add_node()->Swap(&node);
    if (once_in(random, 2) || graph.output_size() == 0) graph.add_output()->set_name(name);
}

void connect_otherwise(onnx::ModelProto& model, random_source& random) {
    onnx::GraphProto& graph = *model.mutable_graph();
    if (graph.node_size() == 0) return;
    const auto count = static_cast<std::size_t>(graph.node_size());
    onnx::NodeProto& node = *graph.mutable_node(static_cast<int>(below(random, count)));
    if (node.input_size() == 0) return;
    const auto slot = below(random, static_cast<std::size_t>(node.input_size()));
    node.set_input(static_cast<int>(slot), some_value(graph, random));
}

/// Names that options may tell: of values and of nodes.
words names_in(const onnx::GraphProto& graph) {
    words names = value_names(graph);
    for (const auto& node : graph.node()) names.push_back(node.name());
    names.emplace_back("none");
    return names;
}

/// An option in which each @ becomes some name.
std::string named_option(const words& names, random_source& random) {
    std::string option = one_of(random, named_option_words());
    for (std::size_t at = option.find('@'); at != std::string::npos; at = option.find('@')) {
        std::string name = one_of(random, names);
        std::replace(name.begin(), name.end(), '@', '_');
        option.replace(at, 1, name);
    }
    return option;
}

void change_options(onnx::ModelProto& model, random_source& random) {
    const words names = names_in(model.graph());
    std::string text;
    for (std::size_t n = below(random, 4); n > 0; --n)
        text +=
            (once_in(random, 4) ? named_option(names, random) : one_of(random, option_words())) +
            " ";
    for (auto& entry : *model.mutable_metadata_props())
        if (entry.key() == options_key) return entry.set_value(text);
    auto& entry = *model.add_metadata_props();
    entry.set_key(options_key);
    entry.set_value(text);
}

void change_opset(onnx::ModelProto& model, random_source& random) {
    if (model.opset_import_size() == 0) return import_domain(model, "");
    model.mutable_opset_import(0)->set_version(5 + static_cast<int>(below(random, 24)));
}

/// Often to none or one, where operators divide.
void change_extent(onnx::GraphProto& graph, random_source& random) {
    const std::vector<std::int64_t> extents = onnx2hpp::test::extents_of(graph);
    if (extents.empty()) return;
    const std::size_t to = below(random, once_in(random, 2) ? 2 : 8);
    onnx2hpp::test::replace_extent(graph, one_of(random, extents), static_cast<std::int64_t>(to));
}

}  // namespace

void mutate_model(onnx::ModelProto& model, random_source& random) {
    switch (below(random, 11)) {
        case 0:
        case 1:
        case 2: return add_node(model, random);
        case 3: return connect_otherwise(model, random);
        case 4: return change_options(model, random);
        case 5: return change_opset(model, random);
        case 6: return change_extent(*model.mutable_graph(), random);
        default: {
            words known = value_names(model.graph());
            known.insert(known.end(), attribute_words().begin(), attribute_words().end());
            return mutate_message(model, known, random);
        }
    }
}

}  // namespace fuzz
