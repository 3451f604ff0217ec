// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The page of a report.

#include <onnx2hpp/report/reported_model.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// The bundle with the models' data, or, in a tool without a bundle, the static page.
std::string report_page(const std::vector<reported_model>& models);

}  // namespace onnx2hpp
