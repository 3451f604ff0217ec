// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Small models as the loader would make them, written down in a test.

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/load/infer_shapes.hpp>
#include <onnx2hpp/onnx/opsets.hpp>
#include <onnx2hpp/onnx_model.hpp>
#include <onnx2hpp/operators/list.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace onnx2hpp::test {

using attributes = std::map<std::string, attribute>;

/// Values and nodes are named after their operator and number: "Conv_3".
struct model_builder {
    onnx_model model{.name = "test",
                     .sha256 = {},
                     .opsets = {{"", 13}},
                     .values = {},
                     .nodes = {},
                     .inputs = {},
                     .outputs = {},
                     .operators = &all_operators()};

    value_id add_value(std::string name, tigris::dtype type, extents dims,
                       shared_tensor constant = {}) {
        model.values.push_back(
            {std::move(name), type, true, std::move(dims), std::move(constant), {}});
        return static_cast<value_id>(model.values.size() - 1);
    }

    value_id input(const extents& dims, tigris::dtype type = tigris::dtype::f32) {
        model.inputs.push_back(add_value("x" + std::to_string(model.inputs.size()), type, dims));
        return model.inputs.back();
    }

    /// A constant of numbers; of as many 1s, 2s, 3s, ... as fit into a small range, if none are
    /// given.
    value_id constant(const extents& dims, std::vector<double> numbers = {},
                      tigris::dtype type = tigris::dtype::f32) {
        if (numbers.empty() && element_count(dims) > 0)
            for (std::int64_t i = 0; i < element_count(dims); ++i)
                numbers.push_back(static_cast<double>((i * 7 + 3) % 11 - 5));
        return add_value("c" + std::to_string(model.values.size()), type, dims,
                         make_tensor(type, dims, numbers));
    }

    value_id integers(const extents& numbers) {
        return constant({static_cast<std::int64_t>(numbers.size())},
                        {numbers.begin(), numbers.end()}, tigris::dtype::i64);
    }

    value_id node(const std::string& op_type, std::vector<value_id> inputs, attributes held = {},
                  int since = 13) {
        onnx2hpp::node n;
        set_operator(n, op_type);
        n.name = n.op_type + "_" + std::to_string(model.nodes.size());
        n.since = since;
        n.inputs = std::move(inputs);
        n.outputs = {add_value(n.name, tigris::dtype::f32, {})};
        model.values.back().shape_known = false;
        n.attributes = std::move(held);
        model.nodes.push_back(n);
        return n.outputs[0];
    }

    value_id quantize(value_id x, float scale, int zero_point,
                      tigris::dtype type = tigris::dtype::i8) {
        return node("QuantizeLinear", {x, constant({}, {static_cast<double>(scale)}),
                                       constant({}, {static_cast<double>(zero_point)}, type)});
    }

    value_id dequantize(value_id x, float scale, int zero_point,
                        tigris::dtype type = tigris::dtype::i8) {
        return node("DequantizeLinear", {x, constant({}, {static_cast<double>(scale)}),
                                         constant({}, {static_cast<double>(zero_point)}, type)});
    }

    /// Quantized and dequantized again.
    value_id rounded(value_id x, float scale, int zero_point,
                     tigris::dtype type = tigris::dtype::i8) {
        return dequantize(quantize(x, scale, zero_point, type), scale, zero_point, type);
    }

    void output(value_id v) { model.outputs.push_back(v); }

    /// The model with all shapes known.
    onnx_model build() {
        infer_shapes(model);
        return model;
    }
};

/// The op_types of all nodes, in order.
inline std::vector<std::string> op_types(const onnx_model& m) {
    std::vector<std::string> result;
    for (const node& n : m.nodes) result.push_back(n.op_type);
    return result;
}

inline bool has_node(const onnx_model& m, const std::string& op_type) {
    const auto types = op_types(m);
    return std::find(types.begin(), types.end(), op_type) != types.end();
}

inline const value& value_of(const onnx_model& m, value_id v) {
    return m.values[static_cast<std::size_t>(v)];
}

/// The first node of this op_type. Requires that there is one.
inline const node& find_node(const onnx_model& m, const std::string& op_type) {
    return *std::find_if(m.nodes.begin(), m.nodes.end(),
                         [&](const node& n) { return n.op_type == op_type; });
}

}  // namespace onnx2hpp::test
