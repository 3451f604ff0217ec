// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/command_line/settings.hpp>

#include <onnx2hpp/boards/apply_board.hpp>
#include <onnx2hpp/boards/core.hpp>
#include <onnx2hpp/costs/cost_table.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/nearest_word.hpp>
#include <onnx2hpp/option_values.hpp>
#include <onnx2hpp/placement/parse_rules.hpp>

#include <fmt/format.h>

namespace onnx2hpp {
namespace {

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

/// Words for cores: short names, and those that boards say.
std::vector<std::string> words_for_cores() {
    std::vector<std::string> words;
    for (const cost_table& t : cost_tables()) words.insert(words.end(), {t.name, t.core});
    return words;
}

const cost_table& core_called(const std::string& name) {
    const cost_table* table = find_core(name);
    if (!table)
        fail_bad_input(fmt::format("--core {}: there is no such core; the cores are {}{}",
                                   in_quotes(name), names_of_cores(),
                                   as_question(nearest_word(name, words_for_cores()))));
    return *table;
}

given_beside_board read_given(const raw_options& raw) {
    given_beside_board given{.backend = raw.backend, .alignment = {}, .core = {}};
    if (raw.alignment) given.alignment = parse_alignment(*raw.alignment);
    if (!raw.core) return given;
    const cost_table& table = core_called(*raw.core);
    given.core = table.core;
    if (!given.backend) given.backend = table.backend;
    return given;
}

/// What is given beside --board wins.
void set_board_and_core(options& wanted, const raw_options& raw) {
    const given_beside_board given = read_given(raw);
    if (raw.board) {
        apply_board(*raw.board, given, wanted);
    } else {
        if (given.core) wanted.core = *given.core;
        if (given.backend) wanted.backend = *given.backend;
        if (given.alignment) wanted.alignment = *given.alignment;
    }
    if (const auto mistake = mistake_in_backend(wanted.core, wanted.backend))
        fail_bad_input(fmt::format("--backend: {}", *mistake));
    wanted.states_alignment = given.alignment.has_value();
}

void set_workers(options& wanted, const raw_options& raw) {
    if (raw.workers) wanted.workers = parse_workers(*raw.workers);
    if (wanted.c && wanted.workers > 1)
        fail_bad_input("--c does not go with --workers 2: a run in C has one worker; omit one");
}

/// Rules of files first, so that of two of one rank the command line's wins.
void set_rules(options& wanted, const raw_options& raw) {
    if (!raw.board && !(raw.placements.empty() && raw.places.empty()))
        fail_bad_input("--placement and --place need --board, whose memories their rules name");
    wanted.placement_files = raw.placements;
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

}  // namespace

void set_target(options& wanted, const raw_options& raw) {
    set_memories(wanted, raw);
    set_board_and_core(wanted, raw);
    set_workers(wanted, raw);
    set_rules(wanted, raw);
    set_modes(wanted, raw);
}

}  // namespace onnx2hpp
