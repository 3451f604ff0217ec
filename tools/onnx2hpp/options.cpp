// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/options.hpp>

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/boards/apply_board.hpp>
#include <onnx2hpp/boards/find_board.hpp>
#include <onnx2hpp/costs/cost_table.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/identifier.hpp>
#include <onnx2hpp/nearest_word.hpp>
#include <onnx2hpp/option_values.hpp>
#include <onnx2hpp/placement/parse_rules.hpp>
#include <onnx2hpp/read_file.hpp>
#include <onnx2hpp/version.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>

namespace onnx2hpp {
namespace {

/// What stands for no list behind --sweep.
constexpr std::string_view every_change = "every change";

/// The texts of options that are parsed further after CLI11 has split the command line.
struct raw_options {
    std::optional<std::string> compress;
    std::vector<std::string> memories;
    std::optional<std::string> core;
    std::optional<std::string> board, boards, flash, input_modes, output_modes, alignment, workers,
        sweep;
    std::optional<tigris::backend> backend;
    std::vector<std::string> input_shapes, constants, bounds, branches, states, trimmed_outputs;
    std::vector<std::string> placements, places, reported;
    std::optional<std::string> budgets, tolerance;
    bool reads_in_place = true;
};

template <class Enum, class Target>
void add_choice(CLI::App& app, const std::string& name, Target& target,
                const std::map<std::string, Enum>& choices, const std::string& help) {
    // CLI11 prints its own sentence for a word that is no choice; the option keeps the plain word.
    app.add_option_function<std::string>(
           name, [&target, choices](const std::string& word) { target = choices.at(word); }, help)
        ->check(CLI::IsMember(choices));
}

void add_repeated(CLI::App& app, const std::string& name, std::vector<std::string>& words,
                  const std::string& help) {
    app.add_option(name, words, help)
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void describe_input(CLI::App& app, options& wanted) {
    app.add_option("model", wanted.input, "the ONNX model (required)");
}

void describe_model(CLI::App& app, options& wanted, raw_options& raw) {
    app.add_option("--name", wanted.name, "the model's C++ name (default: from the file)");
    add_repeated(app, "--input-shape", raw.input_shapes, "NAME=1,3,96,96: an input's extents");
    add_repeated(
        app, "--constant", raw.constants,
        "NAME=5, NAME=1,2,3 or NAME=FILE.pb: an input becomes a constant, these numbers or "
        "the TensorProto in this file");
    add_repeated(
        app, "--bound", raw.bounds,
        "NODE=N: this NonMaxSuppression, NonZero or Unique gives N rows, and says how many it "
        "found");
    add_repeated(app, "--if", raw.branches,
                 "NODE=then or NODE=else: the branch that this If takes; the other is not read");
    add_repeated(
        app, "--state", raw.states,
        "IN=OUT: output OUT of a run is input IN of the next run; auto: finds such pairs by "
        "their names");
    app.add_option("--stream", wanted.stream,
                   "N: each run gets N new rows of the input's window; rows that are needed again "
                   "are kept")
        ->check(CLI::Range(1, 1 << 24));
    add_choice<edge_types>(app, "--edges", wanted.edges,
                           {{"model", edge_types::model},
                            {"quantized", edge_types::quantized},
                            {"float", edge_types::floating}},
                           "types of inputs and outputs (default: model)");
    add_choice<io_layout>(app, "--io-layout", wanted.layout,
                          {{"nhwc", io_layout::nhwc}, {"onnx", io_layout::onnx}},
                          "layout of rank-4 inputs and outputs (default: nhwc)");
    add_repeated(app, "--trim-output-transpose", raw.trimmed_outputs,
                 "NAME: leave out the last Transpose before this output");
    app.add_option(
        "--compress", raw.compress,
        "lz4[,GROUP=N]: compress constants in flash, in groups of at most N bytes (default: 16K); "
        "each run decodes them");
    app.add_flag("--keep-dead", wanted.keeps_dead, "keep channels that cannot change an output");
    app.add_flag("--float16-weights", wanted.float16_weights,
                 "round float weights to float16, which takes half the flash");
    add_choice<tigris::rounding>(
        app, "--rounding", wanted.rounds,
        {{"nearest", tigris::rounding::nearest}, {"tflite", tigris::rounding::tflite}},
        "rounding of rescaled integers (default: nearest)");
}

void describe_target(CLI::App& app, options& wanted, raw_options& raw) {
    app.add_option("--board", raw.board,
                   "a board, or FILE.yaml that describes one: memories, backend, alignment "
                   "(docs/how_to/boards.md). Boards: " +
                       names_of_boards());
    add_repeated(app, "-m,--memory", raw.memories,
                 "bytes of fast memory, such as 64K; a second -m is slow memory");
    add_choice<tigris::backend>(app, "--backend", raw.backend, backends_by_name(),
                                "the kernels that run the model, and the order of its weights "
                                "(default: portable, whose order all backends read)");
    add_repeated(app, "--placement", raw.placements,
                 "FILE.yaml: rules that say in which memory of the board each tensor lies "
                 "(docs/how_to/placement.md)");
    add_repeated(app, "--place", raw.places,
                 "[KIND][:ID,...]=MEMORY[:DESTINATION]: one more rule, such as SCRATCH=SRAM");
    app.add_option("-f,--flash", raw.flash, "bytes of flash, such as 1M");
    app.add_option("--align", raw.alignment, "bytes that tensors are aligned to (default: 4)");
    app.add_option("--workers", raw.workers,
                   "1, or 2: two cores share the rows of a step (default: 1; "
                   "docs/how_to/two_cores.md)");
    app.add_option(
        "--input", raw.input_modes,
        "where inputs are: caller, arena, rows or slow; a list for several: rows,caller");
    app.add_option("--output", raw.output_modes,
                   "where outputs are: caller, arena, rows or slow, or a list");
    add_choice<effort>(app, "--effort", wanted.search_effort,
                       {{"none", effort::none},
                        {"fast", effort::fast},
                        {"normal", effort::normal},
                        {"max", effort::max}},
                       "how long to search for a better plan within -m (default: normal)");
}

void describe_weights(CLI::App& app, options& wanted) {
    add_choice<weight_form>(app, "--weights", wanted.weights,
                            {{"literal", weight_form::literal},
                             {"object", weight_form::object},
                             {"blob", weight_form::blob}},
                            "weights in the header, in an assembler file, or in a file that "
                            "firmware binds (default: literal)");
}

void describe_conversion(CLI::App& app, options& wanted, raw_options& raw) {
    app.add_option("-o", wanted.output, "the C++ header to write (required)");
    app.add_option(
        "--for", wanted.for_header,
        "HEADER.hpp of --weights blob: write only the blob of a retrained model for this "
        "header; without -o only check that it fits");
    app.add_flag("--c", wanted.c,
                 "also write a C header, and a C++ source that defines its functions");
    app.add_flag("--external-arenas", wanted.external_arenas,
                 "with --c: the C program has the arenas and binds them");
    app.add_flag("-q,--quiet", wanted.quiet, "print no summary of the plan");
    app.add_flag("--xip", raw.reads_in_place,
                 "read weights in place from flash; this is always so");
    app.set_version_flag("--version", std::string("onnx2hpp ") + version);
}

void describe_core(CLI::App& app, raw_options& raw) {
    app.add_option("--core", raw.core,
                   "tell the instructions of this core, with its kernels unless --backend names "
                   "others (docs/how_to/analyze.md); a board says its own. Cores: " +
                       names_of_cores());
}

void describe_analysis(CLI::App& app, options& wanted, raw_options& raw) {
    app.add_option("--sweep", raw.sweep,
                   "16K,32K,64K: show what each of these budgets of fast memory costs; without "
                   "a list the budgets at which the plan changes, with --effort none unless said");
    describe_core(app, raw);
    app.add_option("--boards", raw.boards,
                   "apollo4,rp2040,stm32f446: show on which of these boards the model fits");
    app.add_flag("--details", wanted.details,
                 "after the summary also print segments, steps, tensors and memories");
    app.add_flag("--json", wanted.json, "print JSON instead");
    app.add_flag("--markdown", wanted.markdown, "print Markdown for a change request instead");
    app.add_option("--against", wanted.against,
                   "FILE.json of --json: print what changed; exit with 4 if a number grew");
    app.add_option("--tolerance", raw.tolerance,
                   "with --against: by how much numbers may grow, such as 2% (default: 0)");
    app.add_option("--svg", wanted.svg, "FILE.svg: write a map of the memories");
    app.add_option("--dot", wanted.dot, "FILE.dot: write the graph for graphviz");
    app.add_option("--trace", wanted.trace, "FILE.json: write a run as a trace for Perfetto");
    app.add_option("--model-explorer", wanted.model_explorer,
                   "FILE.json: write the graph for Model Explorer");
    app.add_flag("--calls", wanted.calls, "with --json: also the calls of a run, in their order");
}

void describe_report(CLI::App& app, options& wanted, raw_options& raw) {
    app.add_option("models", raw.reported, "ONNX models (required)");
    app.add_option("-o", wanted.output, "the page to write");
    app.add_option("--docs", wanted.docs,
                   "FOLDER: write Markdown with tables, pictures and calls to paste");
    describe_core(app, raw);
    app.add_option(
        "--budgets", raw.budgets,
        "16K,32K: also show the plans for these budgets of fast memory; without it, four "
        "of the curve");
}

/// In which form analyze prints.
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

void set_memories(options& wanted, const raw_options& raw) {
    if (raw.memories.size() > 2)
        fail_bad_input(
            "-m was given more than twice; give one for fast memory, and one for slow memory");
    if (!raw.memories.empty()) wanted.fast = parse_size(raw.memories[0]);
    if (raw.memories.size() == 2) wanted.slow = parse_size(raw.memories[1]);
    if (raw.flash) wanted.flash = parse_size(*raw.flash);
    if (raw.sweep == every_change)
        wanted.finds_sweep = true;
    else if (raw.sweep)
        wanted.sweep = parse_sizes(*raw.sweep);
}

void set_compression(options& wanted, const raw_options& raw) {
    if (!raw.compress) return;
    wanted.packs = true;
    if (const auto group = parse_compression(*raw.compress)) wanted.group_bytes = *group;
    if (wanted.weights != weight_form::literal)
        fail_bad_input(
            fmt::format("--compress does not go with --weights {}; leave out one of them",
                        wanted.weights == weight_form::blob ? "blob" : "object"));
}

void set_core(const std::string& name, options& wanted) {
    const cost_table* table = find_core(name);
    if (!table)
        fail_bad_input(fmt::format("--core {}: there is no such core; the cores are {}",
                                   in_quotes(name), names_of_cores()));
    wanted.core = table->core;
    wanted.backend = table->backend;
}

/// What is given beside --board wins.
void set_target(options& wanted, const raw_options& raw) {
    std::optional<std::uint32_t> alignment;
    if (raw.alignment) alignment = parse_alignment(*raw.alignment);
    if (raw.board) apply_board(*raw.board, raw.backend, alignment, wanted);
    if (raw.core) set_core(*raw.core, wanted);
    if (raw.backend) wanted.backend = *raw.backend;
    if (alignment) wanted.alignment = *alignment;
    if (raw.workers) wanted.workers = parse_workers(*raw.workers);
    if (wanted.c && wanted.workers > 1)
        fail_bad_input("--c does not go with --workers 2: a run in C has one worker; omit one");
}

/// Rules of files first, so that of two of one rank the command line's wins.
void set_rules(options& wanted, const raw_options& raw) {
    if (!raw.board && !(raw.placements.empty() && raw.places.empty()))
        fail_bad_input("--placement and --place need --board, whose memories their rules name");
    for (const std::string& file : raw.placements) {
        const std::vector<tensor_rule> read = parse_rules(read_yaml("placement file", file));
        wanted.rules.insert(wanted.rules.end(), read.begin(), read.end());
    }
    for (const std::string& text : raw.places) wanted.rules.push_back(parse_place(text));
}

void set_modes(options& wanted, const raw_options& raw) {
    if (raw.input_modes) wanted.input_modes = parse_modes("--input", *raw.input_modes);
    if (raw.output_modes) wanted.output_modes = parse_modes("--output", *raw.output_modes);
}

void set_input_shapes(options& wanted, const raw_options& raw) {
    for (const std::string& text : raw.input_shapes)
        if (!wanted.input_shapes.insert(parse_input_shape(text)).second)
            fail_bad_input(fmt::format("--input-shape {}: this input was given twice", text));
}

/// Numbers, else a file. A file may be called like a number.
void set_constant(options& wanted, const std::string& name, const std::string& text) {
    const std::vector<std::string> numbers = numbers_in(text);
    if (numbers.empty()) {
        wanted.constants[name] = text;
        return;
    }
    wanted.constant_numbers[name] = numbers;
    std::error_code unknown;
    if (std::filesystem::exists(text, unknown))
        note(fmt::format("--constant {}={}: the number is taken, not the file; write ./{} for it",
                         name, text, text));
}

void set_constants(options& wanted, const raw_options& raw) {
    for (const std::string& text : raw.constants) {
        const auto [name, given] = parse_constant(text);
        if (wanted.constants.contains(name) || wanted.constant_numbers.contains(name))
            fail_bad_input(fmt::format("--constant {}: this input was given twice", text));
        set_constant(wanted, name, given);
    }
}

void set_bounds(options& wanted, const raw_options& raw) {
    for (const std::string& text : raw.bounds)
        if (!wanted.bounds.insert(parse_bound(text)).second)
            fail_bad_input(fmt::format("--bound {}: this node was given twice", text));
}

void set_branches(options& wanted, const raw_options& raw) {
    for (const std::string& text : raw.branches)
        if (!wanted.branches.insert(parse_branch(text)).second)
            fail_bad_input(fmt::format("--if {}: this node was given twice", text));
}

void set_states(options& wanted, const raw_options& raw) {
    for (const std::string& text : raw.states)
        if (text == "auto")
            wanted.finds_states = true;
        else
            wanted.states.push_back(parse_state(text));
    if (wanted.finds_states && !wanted.states.empty())
        fail_bad_input("--state auto finds all states by their names; leave out the other --state");
}

void set_trimmed_outputs(options& wanted, const raw_options& raw) {
    for (const std::string& name : raw.trimmed_outputs)
        if (!wanted.trimmed_outputs.insert(name).second)
            fail_bad_input(
                fmt::format("--trim-output-transpose {}: this output was given twice", name));
}

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
}

void set_name(options& wanted) {
    const bool converts = wanted.does == command::convert;
    const std::filesystem::path file = converts ? wanted.output : wanted.input;
    const std::string stem = file.stem().string();
    if (wanted.name.empty()) {
        wanted.name = identifier_from(stem);
        if (converts && wanted.name == stem + "_")
            note(fmt::format(
                "the model is called {}, because {} is a word of C++ or could be a macro",
                wanted.name, stem));
    }
    if (!is_identifier(wanted.name))
        fail_bad_input(
            fmt::format("--name {} is a word of C++, could be a macro, or is no identifier; "
                        "write --name {}",
                        in_quotes(wanted.name), identifier_from(wanted.name)));
    if (wanted.c && is_taken_prefix(wanted.name))
        fail_bad_input(
            fmt::format("--name {}: with --c, functions of the C library are called like "
                        "the model's; write --name {}_model",
                        in_quotes(wanted.name), wanted.name));
}

/// A header is in use already, so nothing but its blob can be written.
void check_for_header(const options& wanted) {
    if (wanted.for_header.empty()) return;
    if (wanted.weights != weight_form::blob)
        fail_bad_input("--for is about a header of --weights blob; give --weights blob, too");
    if (wanted.c || wanted.external_arenas)
        fail_bad_input(fmt::format("--for writes only a blob; leave out {}",
                                   wanted.c ? "--c" : "--external-arenas"));
}

/// Those that say how a model is converted, but not to which files.
bool is_recorded(const CLI::Option& option) {
    static const std::set<std::string> others{
        "model",  "-o",    "--name",    "--weights", "--for",  "--c",       "--external-arenas",
        "--help", "--xip", "--version", "--quiet",   "models", "--budgets", "--docs"};
    return option.count() > 0 && !others.contains(option.get_single_name()) &&
           !others.contains("--" + option.get_single_name()) &&
           !others.contains("-" + option.get_single_name());
}

/// The options that were given, as words of a command line.
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

nlohmann::json record(const CLI::App& app, const std::string& name) {
    nlohmann::json words = given_words(app);
    words.push_back("--name=" + name);
    return words;
}

std::string as_text(const nlohmann::json& words) {
    return words.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// The options that a header states.
std::vector<std::string> options_of_header(const std::string& file) {
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

/// The word behind a --sweep without a list is not its value: no list begins like that, or has a
/// '.' or a '/'.
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

/// The same words for one board instead of a list of boards.
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

void require_plain_boards(const options& wanted, const raw_options& raw) {
    if (raw.board) fail_bad_input("--boards takes the place of --board; omit one of them");
    if (wanted.json || wanted.details || wanted.markdown || !wanted.against.empty() || raw.sweep)
        fail_bad_input(
            "--boards prints a table of its own; omit --json, --markdown, --against, --details and "
            "--sweep, or name one board with --board");
}

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

/// Words that no option or subcommand takes.
[[noreturn]] void fail_unexpected(const CLI::App& app, const std::vector<std::string>& words) {
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

std::optional<options> parse(std::vector<std::string> words,
                             const std::vector<std::string>& of_header);

/// Options of a plan for each model, all with the same words.
options options_of_report(const CLI::App& app, const options& given, const raw_options& raw) {
    if (raw.reported.empty()) fail_bad_input("the ONNX model is missing (onnx2hpp report --help)");
    if (given.output.empty() && given.docs.empty())
        fail_bad_input("-o is missing: the page to write, such as page.html");
    if (!given.name.empty() && raw.reported.size() > 1)
        fail_bad_input("--name is for one model; omit it, or report one model");
    options wanted;
    wanted.does = command::report;
    wanted.output = given.output;
    wanted.docs = given.docs;
    if (raw.budgets) wanted.budgets = parse_sizes(*raw.budgets);
    wanted.words = given_words(app);
    if (!given.name.empty()) wanted.words.push_back("--name=" + given.name);
    for (const std::string& model : raw.reported) {
        std::vector<std::string> words{"analyze", "./" + model};
        if (std::filesystem::path(model).is_absolute()) words[1] = model;
        words.insert(words.end(), wanted.words.begin(), wanted.words.end());
        options one = *parse(words, {});
        one.does = command::report;
        one.input = model;
        one.output = wanted.output;
        one.words = wanted.words;
        one.calls = true;
        wanted.reports.push_back(std::move(one));
    }
    return wanted;
}

/// `words` of the command line, with those of the header that it names, if `of_header` has them.
std::optional<options> parse(std::vector<std::string> words,
                             const std::vector<std::string>& of_header) {
    options wanted;
    raw_options raw;
    CLI::App app{"Turns an ONNX model into one C++ header for TiGrIS.", "onnx2hpp"};
    describe_input(app, wanted);
    describe_model(app, wanted, raw);
    describe_target(app, wanted, raw);
    describe_weights(app, wanted);
    describe_conversion(app, wanted, raw);
    CLI::App& listing = *app.add_subcommand(
        "tensors", "Lists tensors: ids, kinds, shapes, bytes, readers, memories.");
    describe_input(listing, wanted);
    describe_model(listing, wanted, raw);
    describe_target(listing, wanted, raw);
    describe_weights(listing, wanted);
    listing.add_flag("--json", wanted.json, "print JSON instead of a table");
    CLI::App& analysis = *app.add_subcommand(
        "analyze", "Shows how a model would be planned; exits with 2 if it does not fit.");
    describe_input(analysis, wanted);
    describe_model(analysis, wanted, raw);
    describe_target(analysis, wanted, raw);
    describe_weights(analysis, wanted);
    describe_analysis(analysis, wanted, raw);
    CLI::App& reporting = *app.add_subcommand(
        "report", "Writes one page about models: summary, memory, steps, budgets.");
    describe_report(reporting, wanted, raw);
    describe_model(reporting, wanted, raw);
    describe_target(reporting, wanted, raw);
    describe_weights(reporting, wanted);
    std::vector<std::string> all = of_header;
    all.insert(all.end(), words.begin(), words.end());
    std::reverse(all.begin(), all.end());
    try {
        app.parse(all);
    } catch (const CLI::Success& help_or_version) {
        app.exit(help_or_version);
        return std::nullopt;
    } catch (const CLI::ExtrasError&) {
        fail_unexpected(app, words);
    } catch (const CLI::Error& error) {
        fail_bad_input(fmt::format("{} (onnx2hpp --help lists the options)", error.what()));
    }
    if (analysis.parsed()) wanted.does = command::analyze;
    if (listing.parsed()) wanted.does = command::tensors;
    if (reporting.parsed()) return options_of_report(reporting, wanted, raw);
    if (wanted.does != command::convert && !wanted.output.empty())
        fail_bad_input(
            fmt::format("{} writes no file; omit -o", analysis.parsed() ? "analyze" : "tensors"));
    if (wanted.input.empty()) fail_bad_input("the ONNX model is missing (onnx2hpp --help)");
    if (raw.boards) {
        require_plain_boards(wanted, raw);
        for (const std::string& board : parse_words(*raw.boards))
            wanted.on_boards.push_back(*parse(with_board(words, board), {}));
        return wanted;
    }
    check_for_header(wanted);
    if (!wanted.for_header.empty() && of_header.empty())
        return parse(std::move(words), options_of_header(wanted.for_header));
    if (wanted.does == command::convert) check_output(wanted);
    check_c_interface(wanted);
    set_forms(wanted, raw);
    if (wanted.calls && !wanted.json) fail_bad_input("--calls adds to JSON; give --json, too");
    set_memories(wanted, raw);
    if (wanted.finds_sweep && analysis["--effort"]->count() == 0)
        wanted.search_effort = effort::none;
    set_compression(wanted, raw);
    set_target(wanted, raw);
    set_rules(wanted, raw);
    set_modes(wanted, raw);
    set_input_shapes(wanted, raw);
    set_constants(wanted, raw);
    set_bounds(wanted, raw);
    set_branches(wanted, raw);
    set_states(wanted, raw);
    set_trimmed_outputs(wanted, raw);
    set_name(wanted);
    if (wanted.weights == weight_form::blob) wanted.recorded = as_text(record(app, wanted.name));
    return wanted;
}

}  // namespace

std::optional<options> parse_options(int argc, const char* const* argv) {
    return parse(with_open_sweeps({argv + 1, argv + argc}), {});
}

}  // namespace onnx2hpp
