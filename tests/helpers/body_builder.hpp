// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Bodies of Loop and Scan, and models around them, made in a few lines.

#include <onnx2hpp/constants.hpp>

#include <helpers/onnx_builder.hpp>

#include <stdexcept>
#include <string>
#include <vector>

namespace onnx2hpp::test {

struct body_builder {
    onnx::GraphProto graph;

    body_builder& input(const std::string& name, const extents& dims = {}) {
        describe(graph.add_input(), name, dims, onnx::TensorProto::FLOAT);
        return *this;
    }
    body_builder& inputs(const names& all) {
        for (const std::string& name : all) graph.add_input()->set_name(name);
        return *this;
    }
    body_builder& outputs(const names& all) {
        for (const std::string& name : all) graph.add_output()->set_name(name);
        return *this;
    }
    onnx::NodeProto* node(const std::string& op_type, const names& read, const names& made) {
        auto* node = graph.add_node();
        node->set_op_type(op_type);
        for (const std::string& name : read) node->add_input(name);
        for (const std::string& name : made) node->add_output(name);
        return node;
    }
    template <class T>
    body_builder& constant(const std::string& name, const extents& dims,
                           const std::vector<T>& elements) {
        *graph.add_initializer() = make_tensor_proto(name, dims, elements);
        return *this;
    }
};

/// Gives a node a graph, such as a body or a branch.
inline void set_graph(onnx::NodeProto* node, const std::string& name, const body_builder& body) {
    *add_attribute(node, name, onnx::AttributeProto::GRAPH)->mutable_g() = body.graph;
}

/// A node "loop" with a body.
inline onnx::NodeProto* add_repeated(onnx::ModelProto& m, const std::string& op_type,
                                     const names& inputs, const names& outputs,
                                     const body_builder& body) {
    auto* node = add_node(m, op_type, inputs, outputs);
    node->set_name("loop");
    set_graph(node, "body", body);
    return node;
}

/// A model whose outputs are these values.
inline onnx::ModelProto with_outputs(onnx::ModelProto m, const names& outputs) {
    for (const std::string& name : outputs) add_output(m, name);
    return m;
}

/// What a model's output is, where it is known at conversion: its extents, and its elements.
struct known_output {
    extents dims;
    extents elements;

    friend bool operator==(const known_output&, const known_output&) = default;
};

inline known_output known(const onnx_model& m, std::size_t output = 0) {
    const value& v = m.values[static_cast<std::size_t>(m.outputs[output])];
    if (!v.constant) throw std::logic_error("an output is not known");
    return {v.dims, integers_of(*v.constant)};
}

}  // namespace onnx2hpp::test
