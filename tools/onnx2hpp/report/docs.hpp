// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Pages about models that lie beside firmware and are read offline: Markdown with pictures.

#include <onnx2hpp/emit/emit.hpp>
#include <onnx2hpp/report/reported_model.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// Files of documentation below `folder`. README.md has a list of the models. Each model has a page
/// NAME.md, its maps of memory, its live bytes and its steps as SVG. Models of one name have
/// numbers.
std::vector<output_file> offline_docs(const std::vector<reported_model>& models,
                                      const std::string& folder);

}  // namespace onnx2hpp
