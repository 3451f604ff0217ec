// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/double_constants.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

namespace onnx2hpp {
namespace {

using onnx::TensorProto;

bool is_cast_to_float(const onnx::NodeProto& node) {
    return node.op_type() == "Cast" && (node.domain().empty() || node.domain() == "ai.onnx") &&
           std::any_of(node.attribute().begin(), node.attribute().end(), [](const auto& a) {
               return a.name() == "to" && a.i() == TensorProto::FLOAT;
           });
}

std::vector<double> numbers_in(const TensorProto& tensor) {
    if (tensor.raw_data().empty())
        return {tensor.double_data().begin(), tensor.double_data().end()};
    std::vector<double> numbers(tensor.raw_data().size() / sizeof(double));
    if (!numbers.empty())
        std::memcpy(numbers.data(), tensor.raw_data().data(), numbers.size() * sizeof(double));
    return numbers;
}

bool is_double_here(const TensorProto& tensor) {
    return tensor.data_type() == TensorProto::DOUBLE &&
           tensor.data_location() != TensorProto::EXTERNAL && !tensor.has_segment() &&
           tensor.raw_data().size() % sizeof(double) == 0;
}

TensorProto as_floats(const TensorProto& tensor) {
    TensorProto result;
    result.set_name(tensor.name());
    result.set_data_type(TensorProto::FLOAT);
    *result.mutable_dims() = tensor.dims();
    for (const double number : numbers_in(tensor))
        result.add_float_data(static_cast<float>(number));
    return result;
}

}  // namespace

void double_constants::find_readers(const std::vector<flat_node>& nodes) {
    for (const flat_node& n : nodes) {
        if (!is_cast_to_float(*n.proto))
            read_as_double.insert(n.proto->input().begin(), n.proto->input().end());
        if (!n.body) continue;
        find_readers(n.body->nodes);
        read_as_double.insert(n.body->outputs.begin(), n.body->outputs.end());
    }
}

double_constants::double_constants(const onnx::GraphProto& graph, const flat_graph& flat) {
    find_readers(flat.nodes);
    for (const auto& output : graph.output()) read_as_double.insert(output.name());
}

std::optional<TensorProto> double_constants::rounded(const TensorProto& tensor) const {
    if (!is_double_here(tensor) || !becomes_float(tensor.name())) return {};
    return as_floats(tensor);
}

std::optional<onnx::NodeProto> double_constants::rounded(const onnx::NodeProto& node) const {
    const bool may_hold = node.op_type() == "Constant" && node.output_size() == 1 &&
                          node.attribute_size() == 1 && node.attribute(0).name() == "value";
    if (!may_hold || !is_double_here(node.attribute(0).t()) || !becomes_float(node.output(0)))
        return {};
    onnx::NodeProto result = node;
    *result.mutable_attribute(0)->mutable_t() = as_floats(node.attribute(0).t());
    return result;
}

}  // namespace onnx2hpp
