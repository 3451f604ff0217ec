// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/output_paths.hpp>

#include <filesystem>

namespace onnx2hpp {

namespace {

std::vector<std::string> named(std::vector<std::string> paths) {
    std::erase(paths, "");
    return paths;
}

}  // namespace

std::vector<std::string> emitted_paths(const options& wanted) {
    if (wanted.does != command::convert) return {};
    if (!wanted.for_header.empty() && wanted.output.empty()) return {};
    std::vector<std::string> paths{wanted.output};
    if (!wanted.for_header.empty()) return paths;
    const std::filesystem::path path(wanted.output);
    const std::string stem = (path.parent_path() / path.stem()).string();
    if (wanted.weights == weight_form::object)
        paths.insert(paths.end(), {stem + "_weights.S", stem + "_weights.bin"});
    if (wanted.weights == weight_form::blob) paths.push_back(stem + ".bin");
    if (wanted.c) paths.insert(paths.end(), {stem + ".h", stem + ".cpp"});
    return paths;
}

std::vector<std::string> output_paths(const options& wanted) {
    if (wanted.does == command::report) return named({wanted.output, wanted.depfile});
    if (wanted.does == command::analyze)
        return named({wanted.svg, wanted.dot, wanted.trace, wanted.model_explorer});
    std::vector<std::string> paths = emitted_paths(wanted);
    paths.push_back(wanted.depfile);
    return named(std::move(paths));
}

}  // namespace onnx2hpp
