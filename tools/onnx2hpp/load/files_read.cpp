// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/files_read.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/external_files.hpp>

#include <fmt/format.h>

#include <filesystem>

namespace onnx2hpp {
namespace {

void add_external(std::vector<file_read>& read, const google::protobuf::Message& message,
                  const std::string& file) {
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    for (const std::string& location : external_locations(message))
        read.push_back({fmt::format("the external data of {}", in_quotes(file)),
                        (folder / location).string()});
}

void add_options(std::vector<file_read>& read, const options& wanted) {
    if (!wanted.board_file.empty()) read.push_back({"the file of --board", wanted.board_file});
    for (const std::string& file : wanted.placement_files)
        read.push_back({"the file of --placement", file});
    for (const std::string& file : wanted.state_files)
        read.push_back({"the file of --state", file});
    if (!wanted.for_header.empty()) read.push_back({"the header of --for", wanted.for_header});
    if (!wanted.against.empty()) read.push_back({"the file of --against", wanted.against});
}

}  // namespace

std::vector<file_read> files_read(const options& wanted, const onnx::ModelProto& model,
                                  const constant_files& constants) {
    std::vector<file_read> read{{"the model itself", wanted.input}};
    add_external(read, model, wanted.input);
    add_options(read, wanted);
    for (const auto& [name, file] : constants) {
        read.push_back({"the file of --constant " + name, file.path});
        add_external(read, file.tensor, file.path);
    }
    return read;
}

}  // namespace onnx2hpp
