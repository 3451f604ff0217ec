// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model of the repository, what was asked for, and what came of it.

#include <onnx2hpp/show/analysis.hpp>

#include <helpers/converted.hpp>

#include <string>

namespace onnx2hpp::test {

struct analyzed_model {
    options wanted;
    lowered_model model;

    /// `file` lies below the folder of tests.
    explicit analyzed_model(const std::string& file) {
        wanted.input = std::string(TIGRIS_TESTS) + file;
        wanted.name = "m";
        model = converted(wanted);
    }
    analysis result() const { return analyze(model, wanted); }
};

inline analyzed_model small_model() { return analyzed_model("/models/conv_int8/model.onnx"); }
inline analyzed_model large_model() {
    return analyzed_model("/../examples/fashion/fashion_int8.onnx");
}

}  // namespace onnx2hpp::test
