// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/page.hpp>

#include <onnx2hpp/report/bundle.hpp>
#include <onnx2hpp/report/report_data.hpp>
#include <onnx2hpp/report/static_page.hpp>

namespace onnx2hpp {

std::string report_page(const std::vector<reported_model>& models) {
    if (report_bundle().empty()) return static_page(models);
    return filled_bundle(report_bundle(), title_of(models), data_element(report_data(models)));
}

}  // namespace onnx2hpp
