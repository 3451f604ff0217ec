// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/load/protect_files.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/file_place.hpp>
#include <onnx2hpp/output_paths.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

struct known_file {
    std::string what;
    std::optional<file_identity> identity;
};

using known_files = std::vector<known_file>;

known_files inputs_of(const std::vector<file_read>& read) {
    known_files known;
    for (const file_read& file : read) known.push_back({file.what, place_of(file.path).identity});
    return known;
}

void require_file(const options& wanted) {
    if (emitted_paths(wanted).size() > 1 && place_of(wanted.output).kind != file_kind::file)
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

void protect_files(const options& wanted, const std::vector<file_read>& read) {
    known_files known = inputs_of(read);
    require_file(wanted);
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
