// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model for programs in C (docs/how_to/c_interface.md): model.h in C99, and model.cpp, which
// defines what it declares.

#include <onnx2hpp/lowered_model.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/search/candidate.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

struct c_interface {
    std::string header;
    std::string source;
};

c_interface make_c_interface(const lowered_model& model, const options& options,
                             const std::vector<owned_hint>& hints);

}  // namespace onnx2hpp
