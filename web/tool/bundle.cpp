// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// In a browser the report's page is a file beside the tool (worker.js), in place of
// report/bundle.cpp.

#include <onnx2hpp/read_file.hpp>
#include <onnx2hpp/report/bundle.hpp>

#include <filesystem>

namespace onnx2hpp {

std::string_view report_bundle() {
    static const std::string bytes = std::filesystem::exists("/report.bundle")
                                         ? read_file("report's page", "/report.bundle")
                                         : std::string();
    return bytes;
}

}  // namespace onnx2hpp
