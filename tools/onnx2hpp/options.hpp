// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the user asks for. command_line/ reads it from the command line.

#include <onnx2hpp/boards/board.hpp>
#include <onnx2hpp/onnx_model.hpp>
#include <onnx2hpp/placement/rule.hpp>
#include <tigris/model/quantization.hpp>
#include <tigris/planning/target/target.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace onnx2hpp {

/// convert: write the header. analyze: show the plan. tensors: list the tensors, their ids and
/// where they lie. report: write a page about models.
enum class command { convert, analyze, tensors, report };

/// Types of the inputs and outputs. model: as the model has them. quantized: integers; a
/// QuantizeLinear after an input and a DequantizeLinear before an output are removed. floating:
/// floats.
enum class edge_types { model, quantized, floating };

/// Order of inputs and outputs in memory: channels last, or as ONNX has it.
enum class io_layout { nhwc, onnx };

/// Where weights go: into the header as string literals, into an assembler file beside it, or into
/// a file that firmware binds.
enum class weight_form { literal, object, blob };

/// How long the tool searches for a better plan. none: not at all. fast: only if the planner's own
/// plan does not fit.
enum class effort { none, fast, normal, max };

/// The alignment of tensors on the smallest cores, in bytes. It holds unless a board or --align
/// gives another one. What is refused with it fits nowhere.
inline constexpr std::uint32_t smallest_alignment = 4;

/// What the user asks for. With a board, the board or other options set fast, flash, backend,
/// alignment, costs and memories.
struct options {
    command does = command::convert;  // what the tool makes
    std::string input;                // path of the ONNX file
    std::string output;  // path of the header; empty with for_header: the blob is only checked
    std::string name;    // name of the model's namespace: a C++ identifier
    std::optional<std::uint64_t> fast, slow, flash;  // budgets in bytes
    /// One mode for all, one for each, or none was given.
    std::vector<tigris::io> input_modes, output_modes;
    std::map<std::string, extents> input_shapes;  // extents of inputs, by the names of inputs
    /// Files with values of inputs, by the names of inputs.
    std::map<std::string, std::string> constants;
    /// Values of inputs as they were written, by the names of inputs.
    std::map<std::string, std::vector<std::string>> constant_numbers;
    /// Most rows that a node makes, by the names of nodes.
    std::map<std::string, std::int64_t> bounds;
    /// Whether the then_branch of an If is taken, by the names of Ifs.
    std::map<std::string, bool> branches;
    std::set<std::string> trimmed_outputs;  // outputs that lose their last Transpose
    /// An input, and the output that is its next value.
    std::vector<std::pair<std::string, std::string>> states;
    std::vector<std::string> state_files;  // files from which states were read
    bool finds_states = false;             // inputs and outputs become states if their names say so
    int stream = 0;  // new rows of the input per run; 0: each run gets the whole window
    /// Most bytes of input rows that are kept from run to run.
    std::optional<std::int64_t> most_kept;
    edge_types edges = edge_types::model;  // element types of inputs and outputs
    io_layout layout = io_layout::nhwc;    // order of axes of inputs and outputs of rank 4
    tigris::rounding rounds = tigris::rounding::nearest;  // rounding of codes, in every kernel
    weight_form weights = weight_form::literal;           // where weights are written
    std::string for_header;  // header for which only the blob is written; its options are taken
    std::string recorded;    // options as JSON, which a header that takes a blob repeats
    bool packs = false;      // constants are compressed
    std::uint64_t group_bytes = 16 << 10;  // most bytes that are compressed as one group
    bool float16_weights = false;          // constants are rounded to halves if kernels read halves
    bool exact_biases = false;             // float biases of layers of codes are not rounded
    bool keeps_dead = false;               // channels that cannot change an output stay
    bool c = false;                        // the tool also writes a C interface
    bool external_arenas = false;          // firmware has the arenas of contexts in C
    effort search_effort = effort::normal;       // how long the tool searches for a better plan
    tigris::backend backend = tigris::portable;  // backend that the plan is for
    /// Not an option: planners may take substitutes for kernels with too much scratch.
    bool substitutes = false;
    /// Addresses of tensors are multiples of this number of bytes.
    std::uint32_t alignment = smallest_alignment;
    /// --align was given: the header's default target has the alignment.
    bool states_alignment = false;
    std::uint8_t workers = 1;    // cores that may share the rows of a step
    tigris::plan_costs costs{};  // costs for the planner, in thousandths of a cycle
    const tigris::memory_map* memories = nullptr;  // memories of the board; null: no board
    std::shared_ptr<const mapped_board> board;  // board that the plan is for; null: none was named
    std::string core;                // core whose costs are told: of the board, or of --core
    std::string board_file;          // file of the board, if it is the user's
    std::vector<tensor_rule> rules;  // placement rules; they need a board
    std::vector<std::string> placement_files;  // files from which placement rules were read
    std::vector<std::uint64_t> sweep;          // analyze: budgets of fast memory, in bytes
    bool finds_sweep = false;                  // analyze: shows budgets at which the plan changes
    /// Analyze: the options for each board of a list, used instead of these.
    std::vector<options> on_boards;
    std::vector<options> reports;        // report: the options for each model
    std::vector<std::uint64_t> budgets;  // report: further budgets of fast memory, in bytes
    std::string docs;                    // report: folder for pages in Markdown
    /// Convert and report: file for make that lists what the output depends on.
    std::string depfile;
    std::vector<std::string> words;               // report: the options, as words of a command line
    std::string svg, dot, trace, model_explorer;  // analyze: files to write
    std::string against;                          // analyze: JSON file of an earlier plan
    /// Analyze: percent by which a number may exceed that of the earlier plan.
    double tolerance = 0;
    bool markdown = false;  // analyze: print Markdown
    bool json = false;      // analyze and tensors: print JSON
    bool calls = false;     // analyze: also lists the calls of a run
    bool quiet = false;     // convert: prints no summary
    bool details = false;   // analyze: prints all tables after the summary
};

}  // namespace onnx2hpp
