// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The data of a report page, and how they lie in it.

#include <onnx2hpp/report/reported_model.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace onnx2hpp {

/// One JSON document: schema_version, the tool's version, and for each model its name, file, hash,
/// options, plans (docs/reference/plan.schema.json), curve, remedies and the planner's input.
std::string report_data(const std::vector<reported_model>& models);

/// The script element with data: a block of LZ4 in base64.
std::string data_element(std::string_view data);

/// RFC 4648, section 4.
std::string base64(std::string_view bytes);

}  // namespace onnx2hpp
