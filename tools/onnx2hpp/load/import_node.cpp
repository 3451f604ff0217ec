// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/import_node.hpp>
#include <onnx2hpp/load/operators.hpp>
#include <onnx2hpp/load/tensors.hpp>
#include <onnx2hpp/onnx/opsets.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

using proto = onnx::AttributeProto;

[[noreturn]] void fail_attribute(const node& n, const proto& a) {
    fail_unsupported(n,
                     fmt::format("attribute {} is of type {}, which is not supported",
                                 in_quotes(a.name()), proto::AttributeType_Name(a.type())),
                     "export the model without it");
}

/// Lists of ai.onnx.ml that are tensors so that they can be of another type: of numbers, or of
/// strings.
attribute tensor_attribute(const node& n, const onnx::TensorProto& tensor,
                           const std::string& folder) {
    const int type = tensor.data_type();
    if (n.domain != ml_domain) return tensor_from(tensor, folder);
    if (type == onnx::TensorProto::FLOAT || type == onnx::TensorProto::FLOAT16 ||
        type == onnx::TensorProto::DOUBLE)
        return numbers_of(*tensor_from(tensor, folder));
    if (type == onnx::TensorProto::STRING)
        return std::vector<std::string>(tensor.string_data().begin(), tensor.string_data().end());
    return tensor_from(tensor, folder);
}

attribute attribute_from(const node& n, const proto& a, const std::string& folder) {
    if (!a.ref_attr_name().empty())
        fail_bad_input(n,
                       fmt::format("attribute {} stands for one of a function, but there is none",
                                   in_quotes(a.name())));
    switch (a.type()) {
        case proto::INT: return a.i();
        case proto::FLOAT: return a.f();
        case proto::STRING: return a.s();
        case proto::INTS: return std::vector<std::int64_t>(a.ints().begin(), a.ints().end());
        case proto::FLOATS: return std::vector<float>(a.floats().begin(), a.floats().end());
        case proto::STRINGS:
            return std::vector<std::string>(a.strings().begin(), a.strings().end());
        case proto::TENSOR: return tensor_attribute(n, a.t(), folder);
        case proto::UNDEFINED:
            fail_bad_input(n, fmt::format("attribute {} has no type", in_quotes(a.name())));
        default: fail_attribute(n, a);
    }
}

std::string node_name_of(const onnx::NodeProto& proto) {
    if (!proto.name().empty()) return proto.name();
    return proto.output_size() > 0 ? proto.output(0) : "";
}

}  // namespace

node import_node(const onnx::NodeProto& proto, const std::map<std::string, int>& opsets,
                 const std::string& folder, const operator_table& known) {
    node n;
    n.name = node_name_of(proto);
    n.op_type = proto.op_type();
    n.domain = proto.domain() == "ai.onnx" ? "" : proto.domain();
    const auto opset = opsets.find(n.domain);
    if (opset == opsets.end())
        fail_bad_input(n,
                       fmt::format("the model imports no opset of domain {}", in_quotes(n.domain)));
    n.since = opset->second;
    require_known_operator(known, n);
    for (const auto& a : proto.attribute())
        if (!n.attributes.emplace(a.name(), attribute_from(n, a, folder)).second)
            fail_bad_input(n, fmt::format("attribute {} is there twice", in_quotes(a.name())));
    return n;
}

}  // namespace onnx2hpp
