// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Prints what the page's planner needs of a model: planner_input analyze MODEL [OPTION...]

#include <onnx2hpp/command_line/parse_options.hpp>
#include <onnx2hpp/pipeline.hpp>

#include <cstdio>
#include <exception>

int main(int argc, char** argv) {
    try {
        const auto wanted = onnx2hpp::parse_options(argc, argv);
        const std::string bytes = onnx2hpp::input_for_planner(wanted.value());
        return std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() ? 0 : 1;
    } catch (const std::exception& e) {
        std::fprintf(stderr, "planner_input: %s\n", e.what());
        return 1;
    }
}
