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

/// The names of an app's options that are longer than a letter.
std::vector<std::string> names_of_options(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

/// An option of one letter that was written with two hyphens, or a long one that is spelled alike.
std::optional<std::string> meant_option(const CLI::App& app, const std::string& name) {
    if (name.size() == 3 && app.get_option_no_throw(name.substr(1))) return name.substr(1);
    return nearest_word(name, names_of_options(app));
}

[[noreturn]] void refuse_option(const CLI::App& reader, const std::string& command,
                                const std::string& word) {
    if (word == "--")
        fail_bad_input("-- is no option; write ./ before a file's name that begins with -");
    const std::string name = word.substr(0, word.find('='));
    fail_bad_input(fmt::format("there is no option {}{} ({} --help lists the options)", name,
                               as_question(meant_option(reader, name)), command));
}

/// A word that is no option and has no place.
[[noreturn]] void refuse_word(const std::string& word) {
    if (word.ends_with(".hpp"))
        fail_bad_input(fmt::format("{0} has no option before it; write -o {0}", in_quotes(word)));
    fail_bad_input(
        fmt::format("{} is one word too many; give one model, and quote names that have spaces",
                    in_quotes(word)));
}

/// The first word may be a misspelled subcommand, which CLI11 takes for the model.
void refuse_misspelled_subcommand(const CLI::App& app, const std::string& first) {
    std::error_code unknown;
    if (std::filesystem::exists(first, unknown)) return;
    if (first == "convert")
        fail_bad_input("there is no subcommand convert; omit the word: onnx2hpp model.onnx -o ...");
    std::vector<std::string> names;
    for (const CLI::App* subcommand : app.get_subcommands({}))
        names.push_back(subcommand->get_name());
    const std::optional<std::string> meant = nearest_word(first, names);
    if (meant && meant != first)
        fail_bad_input(fmt::format("there is no subcommand {}{}", first, as_question(meant)));
}

/// The words of a set that CLI11 prints in braces.
std::vector<std::string> words_in_braces(const std::string& text) {
    const std::size_t begin = text.find('{'), end = text.rfind('}');
    if (begin == std::string::npos || end == std::string::npos) return {};
    return CLI::detail::split(text.substr(begin + 1, end - begin - 1), ',');
}

/// What CLI11 writes "option: value not in {a,b}" of.
std::string spell_wrong_choice(const std::string& option, const std::string& rest) {
    const std::vector<std::string> choices = words_in_braces(rest);
    if (choices.empty()) return option + ": " + rest;
    const std::string value = rest.substr(0, rest.find(" not in "));
    return fmt::format("{} {}: there is no such choice; take one of {}{}", option, in_quotes(value),
                       fmt::join(choices, ", "), as_question(nearest_word(value, choices)));
}

}  // namespace

std::string spell_error(const CLI::Error& error) {
    std::string text = error.what();
    const std::size_t colon = text.find(": ");
    if (colon == std::string::npos) return text;
    const std::string option = text.substr(0, colon), rest = text.substr(colon + 2);
    if (dynamic_cast<const CLI::ValidationError*>(&error)) return spell_wrong_choice(option, rest);
    if (!dynamic_cast<const CLI::ArgumentMismatch*>(&error)) return text;
    return option + (rest.ends_with("missing") ? " lacks its value" : " was given more than once");
}

void fail_unexpected(const CLI::App& app, const std::vector<std::string>& words) {
    refuse_misspelled_subcommand(app, words.front());
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    const CLI::App& reader = chosen.empty() ? app : *chosen.front();
    const std::vector<std::string> extra = app.remaining(true);
    for (const std::string& word : extra)
        if (word.starts_with('-'))
            refuse_option(reader, chosen.empty() ? "onnx2hpp" : "onnx2hpp " + reader.get_name(),
                          word);
    refuse_word(extra.empty() ? words.back() : extra.front());
}

}  // namespace onnx2hpp
