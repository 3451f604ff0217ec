// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/command_line/words.hpp>

#include <onnx2hpp/command_line/raw_options.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/option_values.hpp>
#include <onnx2hpp/read_file.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace onnx2hpp {
namespace {

/// Whether an option says how a model is converted, but not to which files.
bool is_recorded(const CLI::Option& option) {
    static const std::set<std::string> others{
        "model",  "-o",       "--name",    "--for",   "--c",    "--external-arenas",
        "--help", "--xip",    "--version", "--quiet", "models", "--budgets",
        "--docs", "--depfile"};
    return option.count() > 0 && !others.contains(option.get_single_name()) &&
           !others.contains("--" + option.get_single_name()) &&
           !others.contains("-" + option.get_single_name());
}

/// The given options that a header states. Not --weights: --for says how constants lie.
std::vector<std::string> stated_words(const CLI::App& app) {
    std::vector<std::string> given = given_words(app);
    std::erase_if(given, [](const std::string& word) { return word.starts_with("--weights="); });
    return given;
}

}  // namespace

std::vector<std::string> given_words(const CLI::App& app) {
    std::vector<std::string> words;
    for (const CLI::Option* option : app.get_options()) {
        if (!is_recorded(*option)) continue;
        const std::string word = "--" + option->get_single_name();
        const bool is_flag = option->get_expected_max() == 0;
        for (const std::string& value : option->results())
            words.push_back(is_flag ? word : word + '=' + value);
    }
    return words;
}

std::string recorded_words(const CLI::App& app, const std::string& name) {
    nlohmann::json words = stated_words(app);
    words.push_back("--name=" + name);
    return words.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<std::string> words_of_header(const std::string& file) {
    constexpr std::string_view begin = "\n// Options: ";
    const std::string header = read_file("header", file);
    const std::size_t found = header.find(begin);
    if (found == header.npos)
        fail_bad_input(
            fmt::format("--for {}: the header was not converted with --weights blob; only firmware "
                        "with such a header takes other weights",
                        in_quotes(file)));
    const std::size_t first = found + begin.size();
    const auto words = nlohmann::json::parse(header.substr(first, header.find('\n', first) - first),
                                             nullptr, false);
    const bool is_list =
        words.is_array() &&
        std::all_of(words.begin(), words.end(), [](const auto& word) { return word.is_string(); });
    if (!is_list)
        fail_bad_input(
            fmt::format("--for {}: its line of options is damaged; convert its model "
                        "again",
                        in_quotes(file)));
    return words.get<std::vector<std::string>>();
}

void require_words_of_header(const CLI::App& app) {
    std::vector<std::string> given = stated_words(app);
    if (app["--name"]->count() > 0) given.emplace_back("--name");
    if (!given.empty())
        fail_bad_input(
            fmt::format("--for takes how a model is converted from its header; leave out {}",
                        given[0].substr(0, given[0].find('='))));
}

std::vector<std::string> with_open_sweeps(std::vector<std::string> words) {
    const auto is_list = [&](std::size_t i) {
        return i < words.size() && !words[i].empty() && words[i][0] >= '0' && words[i][0] <= '9' &&
               words[i].find_first_of("./") == std::string::npos;
    };
    if (std::find(words.begin(), words.end(), "analyze") == words.end()) return words;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (words[i] == "--sweep" && !is_list(i + 1))
            words[i] = "--sweep=" + std::string(every_change);
    return words;
}

std::vector<std::string> with_board(const std::vector<std::string>& words,
                                    const std::string& board) {
    std::vector<std::string> out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (words[i] == "--boards")
            ++i;
        else if (!words[i].starts_with("--boards="))
            out.push_back(words[i]);
    }
    out.insert(out.end(), {"--board", board});
    return out;
}

}  // namespace onnx2hpp
