// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The generated files: model.hpp, and the weights as an object on request.

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
/// same bytes.
std::vector<output_file> emit(const lowered_model& model, const options& options,
                              const std::vector<owned_hint>& hints = {});

}  // namespace onnx2hpp
