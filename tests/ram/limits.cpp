// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "limits.hpp"

#include <onnx2hpp/option_values.hpp>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ram {
namespace {

using tigris::io;

constexpr std::pair<const char*, io> modes[]{
    {"caller", io::caller}, {"arena", io::arena}, {"rows", io::rows}, {"slow", io::slow}};

io mode_of(const std::string& word) {
    for (const auto& [name, mode] : modes)
        if (word == name) return mode;
    throw std::runtime_error(word + " is no I/O mode");
}

std::int64_t bytes_of(const std::string& word) {
    return word == "-" ? 0 : std::int64_t(onnx2hpp::parse_size(word));
}

limit parse(const std::string& text) {
    std::istringstream words(text);
    std::string network, input, output, fast, bytes, target, percent, plans, rest;
    words >> network >> input >> output >> fast >> bytes >> target >> percent >> plans;
    if (!words || words >> rest) throw std::runtime_error("a line has eight words");
    if (plans != "own" && plans != "hint") throw std::runtime_error(plans + " is no kind of plans");
    limit row{.network = network, .input = mode_of(input), .output = mode_of(output)};
    if (fast != "-") row.fast = onnx2hpp::parse_size(fast);
    row.bytes = bytes_of(bytes);
    row.target = bytes_of(target);
    row.recompute_percent = std::uint32_t(std::stoul(percent));
    row.searched = plans == "hint";
    return row;
}

}  // namespace

std::vector<limit> read_limits(const std::filesystem::path& file) {
    std::ifstream stream(file);
    if (!stream) throw std::runtime_error(file.string() + " is missing");
    std::vector<limit> rows;
    std::string text;
    for (int number = 1; std::getline(stream, text); ++number) try {
            text.resize(std::min(text.find('#'), text.size()));
            if (text.find_first_not_of(' ') != std::string::npos) rows.push_back(parse(text));
        } catch (const std::exception& error) {
            throw std::runtime_error(file.string() + ":" + std::to_string(number) + ": " +
                                     error.what());
        }
    return rows;
}

const char* word_of(io mode) { return modes[int(mode)].first; }

}  // namespace ram
