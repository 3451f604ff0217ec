// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/command_line/parse_options.hpp>

#include <onnx2hpp/command_line/describe.hpp>
#include <onnx2hpp/command_line/raw_options.hpp>
#include <onnx2hpp/command_line/settings.hpp>
#include <onnx2hpp/command_line/unexpected_words.hpp>
#include <onnx2hpp/command_line/words.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/option_values.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <filesystem>
#include <iostream>

namespace onnx2hpp {
namespace {

/// A command line as CLI11 reads it. The app writes into the other members, so all stay where they
/// are.
struct command_line {
    CLI::App app{"Turns an ONNX model into one C++ header for TiGrIS.", "onnx2hpp"};
    options wanted;
    raw_options raw;
    subcommands of = describe(app, wanted, raw);

    command_line() = default;
    command_line(const command_line&) = delete;
};

command command_of(const subcommands& of) {
    if (of.analyze->parsed()) return command::analyze;
    if (of.tensors->parsed()) return command::tensors;
    return of.report->parsed() ? command::report : command::convert;
}

/// Reads the words after those of a header. False where --help or --version was asked for and
/// printed.
bool read(command_line& line, const std::vector<std::string>& of_header,
          const std::vector<std::string>& words) {
    std::vector<std::string> all = of_header;
    all.insert(all.end(), words.begin(), words.end());
    std::reverse(all.begin(), all.end());
    try {
        line.app.parse(all);
    } catch (const CLI::Success& help_or_version) {
        line.app.exit(help_or_version);
        if (!std::cout.flush()) fail_bad_input("cannot write the output");
        return false;
    } catch (const CLI::ExtrasError&) {
        fail_unexpected(line.app, words);
    } catch (const CLI::Error& error) {
        fail_bad_input(fmt::format("{} (onnx2hpp --help lists the options)", spell_error(error)));
    }
    line.wanted.does = command_of(line.of);
    return true;
}

std::optional<options> parse(const std::vector<std::string>& words,
                             const std::vector<std::string>& of_header);

options options_of_model(const std::string& model, const options& report) {
    std::vector<std::string> words{"analyze", "./" + model};
    if (std::filesystem::path(model).is_absolute()) words[1] = model;
    words.insert(words.end(), report.words.begin(), report.words.end());
    options wanted = *parse(words, {});
    wanted.does = command::report;
    wanted.input = model;
    wanted.output = report.output;
    wanted.depfile = report.depfile;
    wanted.words = report.words;
    wanted.calls = true;
    return wanted;
}

void check_report(const options& given, const raw_options& raw) {
    if (raw.reported.empty()) fail_bad_input("the ONNX model is missing (onnx2hpp report --help)");
    if (given.output.empty() && given.docs.empty())
        fail_bad_input("-o is missing: the page to write, such as page.html");
    check_depfile(given);
    if (!given.name.empty() && raw.reported.size() > 1)
        fail_bad_input("--name is for one model; omit it, or report one model");
}

/// Options of a plan for each model, all with the same words.
options options_of_report(const command_line& line) {
    const options& given = line.wanted;
    check_report(given, line.raw);
    options wanted;
    wanted.does = command::report;
    wanted.output = given.output;
    wanted.docs = given.docs;
    wanted.depfile = given.depfile;
    if (line.raw.budgets) wanted.budgets = parse_sizes(*line.raw.budgets);
    wanted.words = given_words(*line.of.report);
    if (!given.name.empty()) wanted.words.push_back("--name=" + given.name);
    for (const std::string& model : line.raw.reported)
        wanted.reports.push_back(options_of_model(model, wanted));
    return wanted;
}

/// Options for each board of a list.
options options_of_boards(const command_line& line, const std::vector<std::string>& words) {
    require_plain_boards(line.wanted, line.raw);
    options wanted = line.wanted;
    for (const std::string& board : parse_words(*line.raw.boards))
        wanted.on_boards.push_back(*parse(with_board(words, board), {}));
    return wanted;
}

void check_files(const options& wanted) {
    if (wanted.does != command::convert && !wanted.output.empty())
        fail_bad_input(fmt::format("{} writes no file; omit -o",
                                   wanted.does == command::analyze ? "analyze" : "tensors"));
    if (wanted.input.empty()) fail_bad_input("the ONNX model is missing (onnx2hpp --help)");
}

/// The options of a command for one model. The line has the header's words, too.
options options_of_plan(command_line& line) {
    options& wanted = line.wanted;
    set_output(wanted, line.raw);
    set_target(wanted, line.raw);
    if (wanted.finds_sweep && (*line.of.analyze)["--effort"]->count() == 0)
        wanted.search_effort = effort::none;
    set_model(wanted, line.raw);
    set_name(wanted);
    if (wanted.weights == weight_form::blob)
        wanted.recorded = recorded_words(line.app, wanted.name);
    return std::move(wanted);
}

/// `words` of the command line, with those of the header that it names, if `of_header` has them.
std::optional<options> parse(const std::vector<std::string>& words,
                             const std::vector<std::string>& of_header) {
    command_line line;
    if (!read(line, of_header, words)) return std::nullopt;
    if (line.wanted.does == command::report) return options_of_report(line);
    check_files(line.wanted);
    if (line.raw.boards) return options_of_boards(line, words);
    check_for_header(line.wanted);
    if (!line.wanted.for_header.empty() && of_header.empty()) {
        require_words_of_header(line.app);
        return parse(words, words_of_header(line.wanted.for_header));
    }
    return options_of_plan(line);
}

}  // namespace

std::optional<options> parse_options(int argc, const char* const* argv) {
    return parse(with_open_sweeps({argv + 1, argv + argc}), {});
}

}  // namespace onnx2hpp
