// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/command_line/unexpected_words.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/nearest_word.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <filesystem>
#include <optional>

namespace onnx2hpp {
namespace {

std::string as_question(const std::optional<std::string>& word) {
    return word ? fmt::format("; did you mean {}?", *word) : "";
}

/// The names of an app's options that are longer than a letter.
std::vector<std::string> names_of_options(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

/// The first word may be a misspelled subcommand, which CLI11 takes for the model.
void refuse_misspelled_subcommand(const CLI::App& app, const std::string& first) {
    std::vector<std::string> names;
    for (const CLI::App* subcommand : app.get_subcommands({}))
        names.push_back(subcommand->get_name());
    const std::optional<std::string> meant = nearest_word(first, names);
    std::error_code unknown;
    if (meant && meant != first && !std::filesystem::exists(first, unknown))
        fail_bad_input(fmt::format("there is no subcommand {}{}", first, as_question(meant)));
}

}  // namespace

void fail_unexpected(const CLI::App& app, const std::vector<std::string>& words) {
    refuse_misspelled_subcommand(app, words.front());
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    const CLI::App& reader = chosen.empty() ? app : *chosen.front();
    const std::vector<std::string> extra = app.remaining(true);
    for (const std::string& word : extra)
        if (word.starts_with('-')) {
            const std::string name = word.substr(0, word.find('='));
            fail_bad_input(
                fmt::format("there is no option {}{} ({} --help lists the options)", name,
                            as_question(nearest_word(name, names_of_options(reader))),
                            chosen.empty() ? "onnx2hpp" : "onnx2hpp " + reader.get_name()));
        }
    fail_bad_input(
        fmt::format("{} is one word too many; give one model, and quote names that have spaces",
                    in_quotes(extra.empty() ? words.back() : extra.front())));
}

}  // namespace onnx2hpp
