// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/protect_files.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/file_place.hpp>
#include <onnx2hpp/load/external_files.hpp>
#include <onnx2hpp/output_paths.hpp>

#include <fmt/format.h>

#include <filesystem>

namespace onnx2hpp {
namespace {

struct known_file {
    std::string what;
    std::optional<file_identity> identity;
};

using known_files = std::vector<known_file>;

void add(known_files& known, const std::string& what, const std::string& path) {
    known.push_back({what, place_of(path).identity});
}

void add_external(known_files& known, const google::protobuf::Message& message,
                  const std::string& file) {
    const std::filesystem::path folder = std::filesystem::path(file).parent_path();
    for (const std::string& location : external_locations(message))
        add(known, fmt::format("the external data of {}", in_quotes(file)),
            (folder / location).string());
}

known_files inputs_of(const options& wanted, const onnx::ModelProto& model,
                      const constant_files& constants) {
    known_files known;
    add(known, "the model itself", wanted.input);
    add_external(known, model, wanted.input);
    if (!wanted.board_file.empty()) add(known, "the file of --board", wanted.board_file);
    if (!wanted.for_header.empty()) add(known, "the header of --for", wanted.for_header);
    for (const auto& [name, file] : constants) {
        add(known, "the file of --constant " + name, file.path);
        add_external(known, file.tensor, file.path);
    }
    return known;
}

void require_file(const options& wanted) {
    if (output_paths(wanted).size() > 1 && place_of(wanted.output).kind != file_kind::file)
        fail_bad_input(fmt::format("{} writes files beside -o {}, which is no file; name one",
                                   wanted.c                              ? "--c"
                                   : wanted.weights == weight_form::blob ? "--weights blob"
                                                                         : "--weights object",
                                   in_quotes(wanted.output)));
}

/// Whoever writes a header to an ONNX file has mistaken one option for another.
void refuse_onnx_file(const options& wanted) {
    if (wanted.does == command::convert && wanted.output.ends_with(".onnx"))
        fail_bad_input(
            fmt::format("-o {}: the header that is written is no ONNX file; name it .hpp",
                        in_quotes(wanted.output)));
}

}  // namespace

void protect_files(const options& wanted, const onnx::ModelProto& model,
                   const constant_files& constants) {
    known_files known = inputs_of(wanted, model, constants);
    if (!output_paths(wanted).empty()) require_file(wanted);
    for (const std::string& path : output_paths(wanted)) {
        const auto identity = place_of(path).identity;
        for (const known_file& file : known)
            if (identity && identity == file.identity)
                fail_bad_input(fmt::format("{} is to be written, but is {}; choose another file",
                                           in_quotes(path), file.what));
        known.push_back({"written as " + in_quotes(path), identity});
    }
    refuse_onnx_file(wanted);
}

}  // namespace onnx2hpp
