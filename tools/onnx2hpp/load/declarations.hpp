// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What a model says about the types and shapes of its values.

#include <onnx/onnx_pb.h>
#include <onnx2hpp/onnx_model.hpp>

#include <optional>
#include <string>
#include <vector>

namespace onnx2hpp {

/// A value's declared type and extents; -1 stands for an extent that is symbolic or missing, and
/// no `dims` for a rank that is. A type of string is said apart: no tensor of the tool has it.
struct declaration {
    value_id id = absent;
    std::optional<tigris::dtype> type;
    std::optional<extents> dims;
    bool is_text = false;
};

/// Throws failure(bad_input) for negative or overflowing extents. Throws failure(unsupported) for
/// values that are no tensors, and for element types that the tool does not know.
declaration declaration_from(const onnx::ValueInfoProto& info, value_id id);

/// Extents of a graph input: those asked for on the command line (null: none), else the declared
/// ones. A symbolic axis 0 becomes 1, with a note on stderr. Nothing where extents stay unknown.
/// Throws failure(bad_input) where the command line contradicts the file, failure(unsupported) for
/// empty inputs.
std::optional<extents> input_extents(const std::string& name, const declaration& declared,
                                     const extents* asked);

/// Throws failure(bad_input) for inputs whose extents are unknown, with the options to give them.
[[noreturn]] void fail_dynamic_inputs(const std::vector<const onnx::ValueInfoProto*>& inputs);

/// What a file declares about a value. Values inside of the model are declared for tools that show
/// them, and tools that edit models often leave these stale.
struct declared_value {
    value_id id = absent;
    const onnx::ValueInfoProto* info = nullptr;
    bool is_model_edge = false;
};

/// Compares declarations with the values that inference computed. Throws failure(bad_input), naming
/// the value and both types, if an input or output of the model has another type. Outputs with
/// other shapes are named in a note, as ONNX Runtime warns of them. Other values with other shapes
/// are named, too, the first few of each.
void check_declarations(const onnx_model& model, const std::vector<declared_value>& declared);

}  // namespace onnx2hpp
