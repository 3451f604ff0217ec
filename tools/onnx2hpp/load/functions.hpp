// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Model-local functions: which there are, and what their attributes are in a call.

#include <onnx/onnx_pb.h>

#include <map>
#include <string>
#include <utility>

namespace onnx2hpp {

/// Whether a domain is ONNX's own.
bool is_onnx(const std::string& domain);

/// Functions of a model by domain and name.
class local_functions {
public:
    /// Throws failure(unsupported) where two have one name.
    explicit local_functions(const onnx::ModelProto& proto);

    /// The function that a node calls, or null.
    const onnx::FunctionProto* find(const onnx::NodeProto& n) const;

private:
    std::map<std::pair<std::string, std::string>, const onnx::FunctionProto*> all;
};

/// The attributes of a call by name, those with defaults included.
using attribute_arguments = std::map<std::string, onnx::AttributeProto>;

/// What `call` gives a function. Throws failure(bad_input) for attributes that it does not have.
attribute_arguments arguments_of(const onnx::NodeProto& call, const onnx::FunctionProto& function);

/// Replaces attributes that stand for one of the function; one that the call does not give is gone.
void resolve_attributes(onnx::NodeProto& n, const attribute_arguments& arguments);

}  // namespace onnx2hpp
