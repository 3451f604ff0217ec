// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Parses command lines: the input's lines are the words.
#include <onnx2hpp/command_line/parse_options.hpp>
#include <onnx2hpp/diagnostic.hpp>

#include <cstddef>
#include <cstdint>
#include <sstream>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::istringstream text(std::string(reinterpret_cast<const char*>(data), size));
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) lines.push_back(line);
    std::vector<const char*> words = {"onnx2hpp"};
    for (const std::string& line : lines) words.push_back(line.c_str());
    try {
        onnx2hpp::parse_options(static_cast<int>(words.size()), words.data());
    } catch (const onnx2hpp::failure&) {
    }
    return 0;
}
