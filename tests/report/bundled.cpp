// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bundle that a tool was built with is the file's bytes.

#include <onnx2hpp/report/bundle.hpp>

#include <cstdio>
#include <fstream>
#include <iterator>

int main(int, char** arguments) {
    std::ifstream file(arguments[1], std::ios::binary);
    const std::string expected{std::istreambuf_iterator<char>(file), {}};
    const bool is_same = !expected.empty() && onnx2hpp::report_bundle() == expected;
    std::puts(is_same ? "the same bytes" : "the program has other bytes");
    return is_same ? 0 : 1;
}
