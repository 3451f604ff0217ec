// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "options.hpp"

#include <sstream>
#include <stdexcept>
#include <string>

namespace verify {
namespace {

std::vector<int> numbers_in(const std::string& text) {
    std::istringstream words(text);
    std::vector<int> result;
    for (std::string word; std::getline(words, word, ',');) result.push_back(std::stoi(word));
    return result;
}

}  // namespace

options parse_options(int argc, const char* const* argv) {
    if (argc < 3) throw std::runtime_error("usage: runner MODEL-NUMBER DIR [option]...");
    options result{.model = std::stoi(argv[1]), .directory = argv[2]};
    for (int i = 3; i < argc; ++i) {
        const std::string name = argv[i];
        const auto value = [&]() -> std::string {
            if (++i == argc) throw std::runtime_error(name + " needs a value");
            return argv[i];
        };
        if (name == "--bound-lsb")
            result.allowed.lsb = std::stod(value());
        else if (name == "--bound-abs")
            result.allowed.absolute = std::stod(value());
        else if (name == "--halves")
            result.allowed.halves = true;
        else if (name == "--top1")
            result.top1 = true;
        else if (name == "--tflm")
            result.reference = reference_kind::tflm;
        else if (name == "--steps")
            result.steps = value();
        else if (name == "--out")
            result.out = value();
        else if (name == "--spread")
            result.spread = value();
        else if (name == "--conform")
            result.conform = tolerance{.absolute = std::stod(value())};
        else if (name == "--input-files")
            result.input_files = numbers_in(value());
        else if (name == "--counts")
            result.counts = std::stoi(value());
        else
            throw std::runtime_error("unknown option " + name);
    }
    return result;
}

}  // namespace verify
