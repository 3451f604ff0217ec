// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The graph of a parsed model: values by number instead of by name, constants, nodes, declarations.

#include <onnx/onnx_pb.h>
#include <onnx2hpp/load/constant_input.hpp>
#include <onnx2hpp/load/declarations.hpp>
#include <onnx2hpp/onnx_model.hpp>
#include <onnx2hpp/options.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

struct imported_graph {
    onnx_model model;
    std::vector<declared_value> declarations;  // which point into the parsed model
};

/// The graph of a model, by these rules:
///
/// * Initializers become constants, even if they are graph inputs, too.
/// * Inputs get their extents, from `wanted` if it has some, or become the constants that `wanted`
///   gives.
/// * Nodes stay in the file's order; bodies of functions and branches replace their calls
///   (flatten.hpp). Each node is checked against the operators that are `known`.
///
/// `folder` is the folder of the model file. Throws failure(bad_input) for names that nothing
/// defines, or two things, and failure(unsupported) for what the tool does not do.
imported_graph import_graph(const onnx::ModelProto& proto, const std::string& folder,
                            const options& wanted, const constant_files& constants,
                            const operator_table& known);

}  // namespace onnx2hpp
