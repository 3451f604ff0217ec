// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The generated files: model.hpp, and on request the weights as an object or as a blob.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/search/candidate.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

struct output_file {
    std::string path;
    std::string bytes;
};

/// Everything that belongs into model.hpp and beside it. The same model, options and hints give the
/// same bytes. With options::for_header only the blob, if that header takes it.
std::vector<output_file> emit(const lowered_model& model, const options& options,
                              const std::vector<owned_hint>& hints = {});

}  // namespace onnx2hpp
