// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/functions.hpp>

#include <fmt/format.h>
#include <google/protobuf/unknown_field_set.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

/// FunctionProto.attribute_proto, which protobuf classes of ONNX before 1.13 do not have. Source:
/// onnx.in.proto.
constexpr int attribute_proto = 11;

std::string plain(const std::string& domain) { return is_onnx(domain) ? "" : domain; }

attribute_arguments defaults_of(const onnx::FunctionProto& function) {
    attribute_arguments result;
    const auto& unknown = function.GetReflection()->GetUnknownFields(function);
    for (int i = 0; i < unknown.field_count(); ++i) {
        const auto& field = unknown.field(i);
        const bool is_attribute =
            field.number() == attribute_proto &&
            field.type() == google::protobuf::UnknownField::TYPE_LENGTH_DELIMITED;
        onnx::AttributeProto parsed;
        if (is_attribute && parsed.ParseFromString(field.length_delimited()))
            result[parsed.name()] = parsed;
    }
    return result;
}

bool declares(const onnx::FunctionProto& function, const std::string& name) {
    const auto& names = function.attribute();
    return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool is_onnx(const std::string& domain) { return domain.empty() || domain == "ai.onnx"; }

local_functions::local_functions(const onnx::ModelProto& proto) {
    for (const onnx::FunctionProto& function : proto.functions())
        if (!all.emplace(std::pair(plain(function.domain()), function.name()), &function).second)
            fail_unsupported(fmt::format("there are two functions {}", in_quotes(function.name())),
                             "give them different names");
}

const onnx::FunctionProto* local_functions::find(const onnx::NodeProto& n) const {
    const auto found = all.find({plain(n.domain()), n.op_type()});
    return found == all.end() ? nullptr : found->second;
}

attribute_arguments arguments_of(const onnx::NodeProto& call, const onnx::FunctionProto& function) {
    attribute_arguments result = defaults_of(function);
    for (const onnx::AttributeProto& a : call.attribute()) {
        if (!declares(function, a.name()) && !result.contains(a.name()))
            fail_bad_input(fmt::format("node {}: function {} has no attribute {}",
                                       in_quotes(call.name()), in_quotes(function.name()),
                                       in_quotes(a.name())));
        result[a.name()] = a;
    }
    return result;
}

void resolve_attributes(onnx::NodeProto& n, const attribute_arguments& arguments) {
    google::protobuf::RepeatedPtrField<onnx::AttributeProto> resolved;
    for (const onnx::AttributeProto& a : n.attribute()) {
        const auto given = arguments.find(a.ref_attr_name());
        if (a.ref_attr_name().empty())
            *resolved.Add() = a;
        else if (given != arguments.end())
            (*resolved.Add() = given->second).set_name(a.name());
    }
    n.mutable_attribute()->Swap(&resolved);
}

}  // namespace onnx2hpp
