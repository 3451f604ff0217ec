// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Converts models, with budgets and other options.
#include "fuzzed_model.hpp"

#include <onnx2hpp/pipeline.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    fuzz::run_tool(data, size, {"-o", "model.hpp"},
                   [](const onnx2hpp::options& wanted) { onnx2hpp::converted(wanted); });
    return 0;
}
