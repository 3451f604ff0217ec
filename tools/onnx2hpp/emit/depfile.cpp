// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/depfile.hpp>

#include <cstddef>

namespace onnx2hpp {
namespace {

/// A path as GCC spells it in a depfile: backslashes before a blank are doubled.
std::string escaped(const std::string& path) {
    std::string out;
    std::size_t backslashes = 0;
    for (const char c : path) {
        if (c == ' ' || c == '\t') out.append(backslashes + 1, '\\');
        if (c == '#') out += '\\';
        if (c == '$') out += '$';
        backslashes = c == '\\' ? backslashes + 1 : 0;
        out += c;
    }
    return out;
}

}  // namespace

std::string depfile_text(const std::string& output, const std::vector<std::string>& read) {
    std::string text = escaped(output) + ':';
    for (const std::string& path : read)
        if (path.find_first_of("\n\r") == path.npos) text += " \\\n  " + escaped(path);
    return text + '\n';
}

}  // namespace onnx2hpp
