// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans models and prints the plans.
#include "fuzzed_model.hpp"

#include <onnx2hpp/pipeline.hpp>
#include <onnx2hpp/show/summary.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::run_tool(data, size, {"analyze", "--sweep", "1K"}, [](const onnx2hpp::options& wanted) {
        const auto found = onnx2hpp::analyzed(wanted);
        onnx2hpp::to_summary(found, false);
        onnx2hpp::to_details(found);
        onnx2hpp::to_json(found);
    });
    return 0;
}
