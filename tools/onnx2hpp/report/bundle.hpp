// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The interactive page, if the tool was built with one (docs/how_to/report.md).

#include <string>
#include <string_view>

namespace onnx2hpp {

/// A whole page, whose data are missing; nothing where the tool was built without.
std::string_view report_bundle();

/// The page with a title and with the element of data. Throws failure(bad_input) unless the bundle
/// has one place for each.
std::string filled_bundle(std::string_view bundle, std::string_view title, std::string_view data);

}  // namespace onnx2hpp
