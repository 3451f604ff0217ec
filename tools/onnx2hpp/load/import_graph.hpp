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

/// Initializers become constants, also where they are graph inputs too; inputs get their extents,
/// those that `wanted` asks for if there are any, or become the constants that it gives. Nodes stay
/// in the file's order, with the bodies of functions and branches in place of their calls
/// (flatten.hpp), and are checked against the operators that are `known`. `folder` is the model
/// file's. Throws failure(bad_input) for names that nothing or two things define,
/// failure(unsupported) for what the tool does not do.
imported_graph import_graph(const onnx::ModelProto& proto, const std::string& folder,
                            const options& wanted, const constant_files& constants,
                            const operator_table& known);

}  // namespace onnx2hpp
