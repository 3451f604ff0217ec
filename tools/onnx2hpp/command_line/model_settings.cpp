// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/command_line/settings.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/option_values.hpp>
#include <onnx2hpp/placement/parse_states.hpp>

#include <fmt/format.h>

#include <filesystem>

namespace onnx2hpp {
namespace {

void set_compression(options& wanted, const raw_options& raw) {
    if (!raw.compress) return;
    wanted.packs = true;
    if (const auto group = parse_compression(*raw.compress)) wanted.group_bytes = *group;
    if (wanted.weights != weight_form::literal)
        fail_bad_input(
            fmt::format("--compress does not go with --weights {}; leave out one of them",
                        wanted.weights == weight_form::blob ? "blob" : "object"));
}

void set_stream(options& wanted, const raw_options& raw) {
    if (!raw.stream) return;
    const stream_words given = parse_stream(*raw.stream);
    wanted.stream = given.rows;
    wanted.most_kept = given.most_kept;
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

void read_states(const std::string& file, options& wanted) {
    wanted.state_files.push_back(file);
    const auto found = parse_states(read_yaml("state file", file));
    wanted.states.insert(wanted.states.end(), found.begin(), found.end());
}

void set_states(options& wanted, const raw_options& raw) {
    for (const std::string& text : raw.states)
        if (text == "auto")
            wanted.finds_states = true;
        else if (is_yaml_file(text))
            read_states(text, wanted);
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

}  // namespace

void set_model(options& wanted, const raw_options& raw) {
    set_compression(wanted, raw);
    set_stream(wanted, raw);
    set_input_shapes(wanted, raw);
    set_constants(wanted, raw);
    set_bounds(wanted, raw);
    set_branches(wanted, raw);
    set_states(wanted, raw);
    set_trimmed_outputs(wanted, raw);
}

}  // namespace onnx2hpp
