// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Values for graph inputs that the command line makes constants.

#include <onnx2hpp/load/declarations.hpp>

#include <map>
#include <memory>
#include <string>

namespace onnx2hpp {

/// What a file of --constant holds, as far as it is in the file itself. The tensor has the name of
/// its input, whatever name the file gives it.
struct constant_file {
    std::string path;
    onnx::TensorProto tensor;
};

/// The files of --constant by the names of inputs.
using constant_files = std::map<std::string, constant_file>;

/// Reads files, each once. Throws failure(bad_input) for a file that holds no TensorProto,
/// failure(unsupported) where that would take too much memory.
constant_files read_constants(const std::map<std::string, std::string>& paths);

/// The tensor in the file for the graph input `name`. External data lies beside the file. Throws
/// failure(bad_input), naming both, where its type or shape is not the declared one;
/// failure(unsupported) as tensor_from does.
std::shared_ptr<const tensor_data> constant_input(const declaration& declared,
                                                  const std::string& name,
                                                  const constant_file& file);

}  // namespace onnx2hpp
