// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/identifier.hpp>
#include <onnx2hpp/options.hpp>
#include <onnx2hpp/version.hpp>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <charconv>
#include <filesystem>

namespace onnx2hpp {
namespace {

/// The texts of options that are parsed further after CLI11 has split the command line.
struct raw_options {
    std::vector<std::string> memories;
    std::string flash;
    std::vector<std::string> input_shapes;
    bool reads_in_place = true;
};

template <class T>
T parse_number(std::string_view text, const std::string& otherwise) {
    T number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || end != text.data() + text.size()) fail_bad_input(otherwise);
    return number;
}

int shift_of_suffix(char suffix) {
    switch (suffix) {
        case 'k':
        case 'K': return 10;
        case 'm':
        case 'M': return 20;
        case 'g':
        case 'G': return 30;
        default: return 0;
    }
}

template <class Enum>
void add_choice(CLI::App& app, const std::string& name, Enum& target,
                const std::map<std::string, Enum>& choices, const std::string& help) {
    // CLI11 prints its own sentence for a word that is no choice; the option keeps the plain word.
    app.add_option_function<std::string>(
           name, [&target, choices](const std::string& word) { target = choices.at(word); }, help)
        ->check(CLI::IsMember(choices));
}

void describe(CLI::App& app, options& wanted, raw_options& raw) {
    app.add_option("model", wanted.input, "the ONNX model")->required();
    app.add_option("-o,--output", wanted.output, "the C++ header to write")->required();
    app.add_option("--name", wanted.name, "the model's C++ name (default: from the output file)");
    app.add_option("-m,--memory", raw.memories, "bytes of fast memory, such as 64K")
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    app.add_option("-f,--flash", raw.flash, "bytes of flash, such as 1M");
    app.add_option("--input-shape", raw.input_shapes, "NAME=1,3,96,96: an input's extents")
        ->allow_extra_args(false)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    add_choice<edge_types>(app, "--edges", wanted.edges,
                           {{"model", edge_types::model},
                            {"quantized", edge_types::quantized},
                            {"float", edge_types::floating}},
                           "types of inputs and outputs (default: model)");
    add_choice<io_layout>(app, "--io-layout", wanted.layout,
                          {{"nhwc", io_layout::nhwc}, {"onnx", io_layout::onnx}},
                          "layout of rank-4 inputs and outputs (default: nhwc)");
    add_choice<tigris::rounding>(
        app, "--rounding", wanted.rounds,
        {{"nearest", tigris::rounding::nearest}, {"tflite", tigris::rounding::tflite}},
        "rounding of rescaled integers (default: nearest)");
    add_choice<weight_form>(app, "--weights", wanted.weights,
                            {{"literal", weight_form::literal}, {"object", weight_form::object}},
                            "weights in the header, or in an assembler file (default: literal)");
    app.add_flag("--xip", raw.reads_in_place, "read weights in place from flash (always so)");
    app.set_version_flag("--version", std::string("onnx2hpp ") + version);
}

void set_memories(options& wanted, const raw_options& raw) {
    if (raw.memories.size() > 2) fail_bad_input("-m was given more than twice (fast, slow)");
    if (!raw.memories.empty()) wanted.fast = parse_size(raw.memories[0]);
    if (raw.memories.size() == 2) wanted.slow = parse_size(raw.memories[1]);
    if (!raw.flash.empty()) wanted.flash = parse_size(raw.flash);
    if (wanted.slow)
        fail_unsupported("slow memory (a second -m) is not supported by this version",
                         "give one -m, the fast memory");
}

void set_input_shapes(options& wanted, const raw_options& raw) {
    for (const std::string& text : raw.input_shapes)
        if (!wanted.input_shapes.insert(parse_input_shape(text)).second)
            fail_bad_input(fmt::format("--input-shape {}: this input was given twice", text));
}

void set_name(options& wanted) {
    const std::filesystem::path output = wanted.output;
    std::error_code missing;
    if (!output.has_filename()) fail_bad_input(fmt::format("-o {} names no file", wanted.output));
    if (std::filesystem::equivalent(wanted.input, output, missing))
        fail_bad_input(fmt::format("-o {} is the model itself", wanted.output));
    if (wanted.name.empty()) wanted.name = identifier_from(output.stem().string());
    if (!is_identifier(wanted.name))
        fail_bad_input(fmt::format("--name {} is no C++ identifier that may be used here",
                                   in_quotes(wanted.name)));
}

}  // namespace

std::uint64_t parse_size(std::string_view text) {
    const std::string sentence = fmt::format(
        "size {} is not understood; write a positive number of bytes, or one with K, M or G",
        in_quotes(text));
    const int shift = text.empty() ? 0 : shift_of_suffix(text.back());
    const std::string_view digits = text.substr(0, text.size() - (shift ? 1 : 0));
    const auto number = parse_number<std::uint64_t>(digits, sentence);
    if (number == 0) fail_bad_input(sentence);
    if (number > UINT64_MAX >> shift)
        fail_bad_input(fmt::format("size {} does not fit into 64 bits", in_quotes(text)));
    return number << shift;
}

std::pair<std::string, extents> parse_input_shape(std::string_view text) {
    const std::string sentence =
        fmt::format("--input-shape {} is not understood; write NAME=1,3,96,96", in_quotes(text));
    const std::size_t equals = text.rfind('=');
    if (equals == 0 || equals == std::string_view::npos) fail_bad_input(sentence);
    extents dims;
    for (std::size_t begin = equals + 1, comma = 0; comma != std::string_view::npos;
         begin = comma + 1) {
        comma = text.find(',', begin);
        dims.push_back(parse_number<std::int64_t>(text.substr(begin, comma - begin), sentence));
        if (dims.back() < 1) fail_bad_input(sentence);
    }
    return {std::string(text.substr(0, equals)), dims};
}

std::optional<options> parse_options(int argc, const char* const* argv) {
    options wanted;
    raw_options raw;
    CLI::App app{"Turns an ONNX model into one C++ header for TiGrIS.", "onnx2hpp"};
    describe(app, wanted, raw);
    try {
        app.parse(argc, argv);
    } catch (const CLI::Success& help_or_version) {
        app.exit(help_or_version);
        return std::nullopt;
    } catch (const CLI::Error& error) {
        fail_bad_input(fmt::format("{} (onnx2hpp --help lists the options)", error.what()));
    }
    set_memories(wanted, raw);
    set_input_shapes(wanted, raw);
    set_name(wanted);
    return wanted;
}

}  // namespace onnx2hpp
