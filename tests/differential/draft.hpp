// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model that grows node by node. The reference computes each node at once, so that shapes and
// ranges of all values are known to whoever draws the next one.

#include "node_draft.hpp"
#include "random_source.hpp"

#include <helpers/signatures.hpp>
#include <reference/tensor.hpp>

#include <filesystem>
#include <map>
#include <stdexcept>

namespace differential {

using reference::element_type;
using reference::shape;
using reference::tensor;

/// What was drawn is no valid node, or its values are of no use: draw again.
struct bad_draw : std::runtime_error {
    using runtime_error::runtime_error;
};

/// A single operator takes fresh inputs; networks go on with what there is, and quantized ones know
/// weights and results as codes.
enum class style { single, floats, quantized };

class draft {
public:
    random_source& random;
    style kind;
    int opset;
    int ml_version = 3;  // of ai.onnx.ml

    draft(random_source& source, style of, int version)
        : random(source), kind(of), opset(version) {}

    bool is_single() const { return kind == style::single; }
    bool chance(double probability) { return random.chance(probability); }

    /// The table's row for an operator in this model's version. Throws bad_draw where there is
    /// none.
    const onnx2hpp::test::signature& row(const std::string& op) const;
    bool takes(const std::string& op, const char* attribute) const;

    const tensor& value(const std::string& name) const { return values_.at(name); }
    const shape& dims(const std::string& name) const { return value(name).dims; }

    /// Values that nothing has computed.
    std::string input(const tensor& value);
    std::string constant(const tensor& value);
    /// A constant for the most part; an input of a single operator now and then.
    std::string parameter(const tensor& value, double probability_of_input = 0.15);
    /// As parameter, but codes with a DequantizeLinear in quantized networks. There some channels
    /// are zeros, and some layers share their weights.
    std::string weights(const shape& dims, std::int64_t channel_axis);
    /// int8, or since opset 21 often 4 bits.
    element_type type_of_weights();
    /// Of a layer: a parameter, or codes in units of the layer's sums where both have one scale.
    std::string bias(std::int64_t outputs, const std::string& x, const std::string& weights);
    /// Integers that fix a shape or an axis: always a constant.
    std::string list(const shape& values, element_type type = element_type::int64);
    std::string scalar(std::int64_t value);

    /// Floats between both: a value of the network that has so many axes, or a new input.
    std::string take(std::size_t min_rank, std::size_t max_rank, double low = -2, double high = 2);
    /// Another operand of this shape.
    std::string also(const shape& dims, double low = -2, double high = 2);
    /// A value of a type, for single operators.
    std::string take_integers(element_type type, std::size_t min_rank, std::size_t max_rank,
                              double low, double high);

    shape random_shape(std::size_t min_rank, std::size_t max_rank, std::int64_t most = 6);
    tensor random_reals(const shape& dims, double low, double high);
    tensor random_integers(element_type type, const shape& dims, double low, double high);

    /// Adds a node and computes it; gives the names of its first `outputs` results. Throws
    /// bad_draw.
    std::vector<std::string> add(node_draft node, int outputs = 1);
    /// The same, for one result. In quantized networks most become codes and floats again, that of
    /// a layer now and then behind a Relu.
    std::string result(node_draft node);
    /// Through QuantizeLinear and DequantizeLinear, with a scale for the range that it has, or for
    /// half of it.
    std::string requantized(const std::string& name);

    /// The last node finds so many rows at most, which the tool must be told.
    void bound_rows(std::int64_t most);

    /// Inputs and outputs are in ONNX's order, which the tool must be told.
    void keep_onnx_order() { keeps_onnx_order_ = true; }

    /// A value is declared as ZipMap's: a map from labels to scores for each row.
    void declare_maps(const std::string& name, bool are_texts);
    /// Floats of the model become half floats, and all is computed again. Throws bad_draw.
    void make_half();

    int node_count() const { return graph_.node_size(); }
    onnx::ModelProto model() const;
    /// model.onnx, a test set with inputs, outputs and steps, and verify.json where the tool must
    /// be told something.
    void write(const std::filesystem::path& folder) const;

private:
    std::string fresh_name(const char* prefix) { return prefix + std::to_string(next_name_++); }
    std::vector<std::string> unused_values() const;
    std::vector<std::string> read_inputs() const;
    /// Of a DequantizeLinear's result; null where nothing else made it.
    const tensor* scale_of(const std::string& name) const;
    std::vector<tensor> computed(const onnx::NodeProto& node) const;

    onnx::GraphProto graph_;
    std::map<std::string, tensor> values_;
    std::vector<std::string> inputs_;
    std::vector<std::string> activations_;
    std::vector<std::string> weights_;  // of quantized networks
    int next_name_ = 0;
    bool uses_microsoft_ = false;
    bool uses_ml_ = false;
    bool keeps_onnx_order_ = false;
    std::map<std::string, std::int64_t> bounds_;
    std::map<std::string, bool> maps_;  // whether their keys are strings
};

}  // namespace differential
