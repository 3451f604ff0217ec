// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/command_line/describe.hpp>

#include <onnx2hpp/backends.hpp>
#include <onnx2hpp/boards/find_board.hpp>
#include <onnx2hpp/costs/cost_table.hpp>
#include <onnx2hpp/version.hpp>

#include <CLI/CLI.hpp>

#include <map>

namespace onnx2hpp {
namespace {

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
        "IN=OUT: output OUT of a run is input IN of the next run; FILE.yaml: has such pairs; auto: "
        "finds them by their names");
    app.add_option("--stream", raw.stream,
                   "N[,KEEP=BYTES]: each run gets N new rows of the input's window; rows that are "
                   "needed again are kept, in at most BYTES bytes, or computed again");
    add_choice<edge_types>(app, "--edges", wanted.edges,
                           {{"model", edge_types::model},
                            {"quantized", edge_types::quantized},
                            {"float", edge_types::floating}},
                           "types of inputs and outputs (default: model)");
    add_choice<io_layout>(app, "--io-layout", wanted.layout,
                          {{"nhwc", io_layout::nhwc}, {"onnx", io_layout::onnx}},
                          "order of inputs and outputs in memory (default: nhwc)");
    add_repeated(app, "--trim-output-transpose", raw.trimmed_outputs,
                 "NAME: leave out the last Transpose before this output");
    app.add_option(
        "--compress", raw.compress,
        "lz4[,GROUP=N]: compress constants in flash, in groups of at most N bytes (default: 16K); "
        "each run decodes them");
    app.add_flag("--keep-dead", wanted.keeps_dead, "keep channels that cannot change an output");
    app.add_flag("--exact-biases", wanted.exact_biases,
                 "do not round float biases of quantized layers to integers; that takes more time "
                 "and memory");
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
    app.add_option("--core", raw.core,
                   "the core; a board names its own. Its kernels are taken, unless --backend names "
                   "others. Summaries estimate what a run takes on it, and the search for hints "
                   "compares plans by its cost table. Cores: " +
                       names_of_cores());
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

void describe_options_of_plan(CLI::App& app, options& wanted, raw_options& raw) {
    describe_model(app, wanted, raw);
    describe_target(app, wanted, raw);
    describe_weights(app, wanted);
}

/// Describes the options of a command for one model.
void describe_plan(CLI::App& app, options& wanted, raw_options& raw) {
    app.add_option("model", wanted.input, "the ONNX model (required)");
    describe_options_of_plan(app, wanted, raw);
}

void describe_depfile(CLI::App& app, options& wanted) {
    app.add_option("--depfile", wanted.depfile,
                   "FILE: also write a rule for make or Ninja: on which files the output depends");
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
    describe_depfile(app, wanted);
    app.add_flag("-q,--quiet", wanted.quiet, "print no summary of the plan");
    app.add_flag("--xip", raw.reads_in_place,
                 "read weights in place from flash; this is always so");
    app.set_version_flag("--version", std::string("onnx2hpp ") + version);
}

void describe_analysis(CLI::App& app, options& wanted, raw_options& raw) {
    app.add_option("--sweep", raw.sweep,
                   "16K,32K,64K: show what each of these budgets of fast memory costs; without "
                   "a list the budgets at which the plan changes, with --effort none unless said");
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
    describe_depfile(app, wanted);
    app.add_option(
        "--budgets", raw.budgets,
        "16K,32K: also show the plans for these budgets of fast memory; without it, four "
        "of the curve");
}

}  // namespace

subcommands describe(CLI::App& app, options& wanted, raw_options& raw) {
    describe_plan(app, wanted, raw);
    describe_conversion(app, wanted, raw);
    CLI::App* const tensors = app.add_subcommand(
        "tensors", "Lists tensors: ids, kinds, shapes, bytes, readers, memories.");
    describe_plan(*tensors, wanted, raw);
    tensors->add_flag("--json", wanted.json, "print JSON instead of a table");
    CLI::App* const analyze = app.add_subcommand(
        "analyze", "Shows how a model would be planned; exits with 2 if it does not fit.");
    describe_plan(*analyze, wanted, raw);
    describe_analysis(*analyze, wanted, raw);
    CLI::App* const report = app.add_subcommand(
        "report", "Writes one page about models: summary, memory, steps, budgets.");
    describe_report(*report, wanted, raw);
    describe_options_of_plan(*report, wanted, raw);
    return {tensors, analyze, report};
}

}  // namespace onnx2hpp
