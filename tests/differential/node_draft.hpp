// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A node that is being drawn.

#include <reference/tensor_proto.hpp>

#include <onnx/onnx_pb.h>

#include <string>
#include <vector>

namespace differential {

/// Attributes may be set whatever the version: those that it does not know are left out in the end.
struct node_draft {
    onnx::NodeProto proto;

    /// Of an operator with its domain in front, where that is not ai.onnx.
    node_draft(const std::string& op, const std::vector<std::string>& inputs) {
        const std::size_t dot = op.rfind('.');
        if (dot != std::string::npos) proto.set_domain(op.substr(0, dot));
        proto.set_op_type(op.substr(dot + 1));
        for (const std::string& input : inputs) proto.add_input(input);
    }
    node_draft& set(const char* name, std::int64_t value) {
        return with(name, onnx::AttributeProto::INT, [&](auto& a) { a.set_i(value); });
    }
    node_draft& set(const char* name, int value) { return set(name, std::int64_t(value)); }
    node_draft& set(const char* name, bool value) { return set(name, std::int64_t(value)); }
    node_draft& set(const char* name, double value) {
        return with(name, onnx::AttributeProto::FLOAT, [&](auto& a) { a.set_f(float(value)); });
    }
    node_draft& set(const char* name, const std::string& value) {
        return with(name, onnx::AttributeProto::STRING, [&](auto& a) { a.set_s(value); });
    }
    node_draft& set(const char* name, const char* value) { return set(name, std::string(value)); }
    node_draft& set(const char* name, const reference::shape& values) {
        return with(name, onnx::AttributeProto::INTS, [&](auto& a) {
            for (const std::int64_t each : values) a.add_ints(each);
        });
    }
    node_draft& set(const char* name, const std::vector<double>& values) {
        return with(name, onnx::AttributeProto::FLOATS, [&](auto& a) {
            for (const double each : values) a.add_floats(float(each));
        });
    }
    node_draft& set(const char* name, const std::vector<std::string>& values) {
        return with(name, onnx::AttributeProto::STRINGS, [&](auto& a) {
            for (const std::string& each : values) a.add_strings(each);
        });
    }
    node_draft& set(const char* name, const reference::tensor& value) {
        return with(name, onnx::AttributeProto::TENSOR,
                    [&](auto& a) { *a.mutable_t() = reference::to_proto(value, ""); });
    }

private:
    /// The one that was set before, or a new one.
    onnx::AttributeProto& attribute(const char* name) {
        for (auto& each : *proto.mutable_attribute())
            if (each.name() == name) return each;
        return *proto.add_attribute();
    }
    template <class Fill>
    node_draft& with(const char* name, onnx::AttributeProto::AttributeType type, Fill fill) {
        onnx::AttributeProto& a = attribute(name);
        a.Clear();
        a.set_name(name);
        a.set_type(type);
        fill(a);
        return *this;
    }
};

}  // namespace differential
