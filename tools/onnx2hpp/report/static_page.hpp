// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The page of a tool without a bundle: pictures and tables, no script.

#include <onnx2hpp/report/reported_model.hpp>

#include <string>
#include <vector>

namespace onnx2hpp {

/// One file of HTML that loads nothing.
std::string static_page(const std::vector<reported_model>& models);

/// "kws_int8, vww_int8 - TiGrIS report"
std::string title_of(const std::vector<reported_model>& models);

}  // namespace onnx2hpp
