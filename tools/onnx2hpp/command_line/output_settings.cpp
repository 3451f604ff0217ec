// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/command_line/settings.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/identifier.hpp>
#include <onnx2hpp/option_values.hpp>

#include <fmt/format.h>

#include <filesystem>

namespace onnx2hpp {
namespace {

/// Where a C interface can be written: what it includes has this name, and its two files another.
void check_c_interface(const options& wanted) {
    if (!wanted.c && wanted.external_arenas)
        fail_bad_input("--external-arenas is about the arenas of a C interface; give --c, too");
    if (!wanted.c) return;
    const std::filesystem::path output = wanted.output;
    const std::string name = output.filename().string(), stem = output.stem().string();
    if (name == stem + ".h" || name == stem + ".cpp")
        fail_bad_input(fmt::format("-o {}: --c writes another file of this name; write -o {}",
                                   in_quotes(wanted.output), in_quotes(stem + ".hpp")));
    if (name.find_first_of("\"\\\n\r") != std::string::npos)
        fail_bad_input(
            fmt::format("-o {}: --c writes #include of this name; choose one without "
                        "quotes, backslashes and line breaks",
                        in_quotes(wanted.output)));
}

void check_output(const options& wanted) {
    const std::filesystem::path output = wanted.output;
    if (wanted.output.empty() && !wanted.for_header.empty()) return;
    if (wanted.output.empty()) fail_bad_input("-o is missing: the C++ header to write");
    if (!output.has_filename()) fail_bad_input(fmt::format("-o {} names no file", wanted.output));
    if (wanted.output == "-")
        fail_bad_input("-o - names no file; for standard output write -o /dev/stdout");
    if (wanted.output.front() == '=')
        fail_bad_input(fmt::format("-o{0}: there is no '=' after -o; write -o {1}", wanted.output,
                                   wanted.output.substr(1)));
}

/// Sets the form in which analyze prints.
void set_forms(options& wanted, const raw_options& raw) {
    const bool sweeps = raw.sweep.has_value();
    if (wanted.json + wanted.markdown + (sweeps && !wanted.json) > 1 ||
        (!wanted.against.empty() && (wanted.json || sweeps)))
        fail_bad_input(
            "--json, --markdown, --sweep and --against print in forms of their own; omit all but "
            "one "
            "(--markdown goes with --against, --json with --sweep)");
    if (raw.tolerance && wanted.against.empty())
        fail_bad_input("--tolerance is about --against; give --against FILE.json, too");
    if (raw.tolerance) wanted.tolerance = parse_tolerance(*raw.tolerance);
}

}  // namespace

void set_output(options& wanted, const raw_options& raw) {
    if (wanted.does == command::convert) check_output(wanted);
    check_depfile(wanted);
    check_c_interface(wanted);
    set_forms(wanted, raw);
    if (wanted.calls && !wanted.json) fail_bad_input("--calls adds to JSON; give --json, too");
}

void set_name(options& wanted) {
    const bool converts = wanted.does == command::convert;
    const std::filesystem::path file = converts ? wanted.output : wanted.input;
    const std::string stem = file.stem().string();
    if (wanted.name.empty()) {
        wanted.name = identifier_from(stem);
        if (converts && wanted.name == stem + "_")
            note(fmt::format("the model is called {}, because {} {}", wanted.name, stem,
                             *mistake_in_identifier(stem)));
    }
    if (const auto mistake = mistake_in_identifier(wanted.name))
        fail_bad_input(fmt::format("--name {} {}; write --name {}", in_quotes(wanted.name),
                                   *mistake, identifier_from(wanted.name)));
    if (wanted.c && is_taken_prefix(wanted.name))
        fail_bad_input(
            fmt::format("--name {}: with --c, functions of the C library are called like "
                        "the model's; write --name {}_model",
                        in_quotes(wanted.name), wanted.name));
}

void check_for_header(const options& wanted) {
    if (wanted.for_header.empty()) return;
    if (wanted.weights != weight_form::blob)
        fail_bad_input("--for is about a header of --weights blob; give --weights blob, too");
    if (wanted.c || wanted.external_arenas)
        fail_bad_input(fmt::format("--for writes only a blob; leave out {}",
                                   wanted.c ? "--c" : "--external-arenas"));
}

void check_depfile(const options& wanted) {
    if (!wanted.depfile.empty() && wanted.output.empty())
        fail_bad_input("--depfile is about the file of -o; give -o, too");
}

void require_plain_boards(const options& wanted, const raw_options& raw) {
    if (raw.board) fail_bad_input("--boards takes the place of --board; omit one of them");
    if (wanted.json || wanted.details || wanted.markdown || !wanted.against.empty() || raw.sweep)
        fail_bad_input(
            "--boards prints a table of its own; omit --json, --markdown, --against, --details and "
            "--sweep, or name one board with --board");
}

}  // namespace onnx2hpp
