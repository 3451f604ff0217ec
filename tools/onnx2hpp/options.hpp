// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the user asks for. command_line/ reads it from the command line.

#include <onnx2hpp/boards/board.hpp>
#include <onnx2hpp/onnx_model.hpp>
#include <onnx2hpp/placement/rule.hpp>
#include <tigris/model/quantization.hpp>
#include <tigris/planning/target.hpp>

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

/// Types of the model's inputs and outputs: as the model has them, integers by folding a
/// QuantizeLinear behind an input and a DequantizeLinear before an output, or floats.
enum class edge_types { model, quantized, floating };

/// Layout of rank-4 inputs and outputs: channels last, or as ONNX has it.
enum class io_layout { nhwc, onnx };

/// Where weights go: into the header as string literals, into an assembler file beside it, or into
/// a file that firmware binds.
enum class weight_form { literal, object, blob };

/// How long is searched for a better plan. none: not at all. fast: only where the planner's own
/// does not fit.
enum class effort { none, fast, normal, max };

/// Unless a board or --align says otherwise, tensors are aligned as on the smallest cores, so what
/// is refused here fits nowhere.
inline constexpr std::uint32_t smallest_alignment = 4;

/// What is asked for. With a board all of fast, flash, backend, alignment, costs and memories are
/// set, by the board or by the options beside it.
struct options {
    command does = command::convert;  // which result is asked for
    std::string input;                // the model's file
    std::string output;  // the header's file; with for_header, if empty: the blob is only checked
    std::string name;    // of the model's namespace: a C++ identifier
    std::optional<std::uint64_t> fast, slow, flash;     // budgets in bytes
    std::vector<tigris::io> input_modes, output_modes;  // one for all, one each, or none: not given
    std::map<std::string, extents> input_shapes;        // by input
    std::map<std::string, std::string> constants;       // by input: the file of its value
    std::map<std::string, std::vector<std::string>> constant_numbers;  // by input: as written
    std::map<std::string, std::int64_t> bounds;  // by node: the most rows that it makes
    std::map<std::string, bool> branches;        // by If: whether its then_branch is taken
    std::set<std::string> trimmed_outputs;       // that come without their last Transpose
    std::vector<std::pair<std::string, std::string>> states;  // inputs, and outputs they are next
    std::vector<std::string> state_files;                     // that these come from
    bool finds_states = false;                                // states, too, whose names say so
    int stream = 0;  // new rows of the input in each run; 0: the whole window
    std::optional<std::int64_t> most_kept;  // bytes of its rows that are kept from run to run
    edge_types edges = edge_types::model;   // element types of inputs and outputs
    io_layout layout = io_layout::nhwc;     // of inputs and outputs of rank 4
    tigris::rounding rounds = tigris::rounding::nearest;  // of codes, in every kernel
    weight_form weights = weight_form::literal;           // where weights are written
    std::string for_header;  // only the blob is written, for this header, whose options are taken
    std::string recorded;    // as JSON: what a header that takes a blob states of its options
    bool packs = false;      // constants are compressed
    std::uint64_t group_bytes = 16 << 10;  // the most that is compressed as one, in bytes
    bool float16_weights = false;  // constants are rounded to halves where kernels read these
    bool keeps_dead = false;       // channels stay that cannot change an output
    bool c = false;                // a C interface is written, too
    bool external_arenas = false;  // the arenas of its contexts are the firmware's
    effort search_effort = effort::normal;       // how long better plans are searched
    tigris::backend backend = tigris::portable;  // whose kernels the plan is for
    bool substitutes = false;  // no option: what planners try last for kernels that want too much
    std::uint32_t alignment = smallest_alignment;  // of tensors, in bytes
    bool states_alignment = false;  // of --align, which the header's default target then has
    std::uint8_t workers = 1;       // cores that may share the rows of a step
    tigris::plan_costs costs{};     // what the planner weighs, in thousandths of a cycle
    const tigris::memory_map* memories = nullptr;  // the board's
    std::shared_ptr<const mapped_board> board;     // that the plan is for; null: none was named
    std::string core;                          // that costs are told of: the board's, or --core's
    std::string board_file;                    // where the board comes from, if it is the user's
    std::vector<tensor_rule> rules;            // where tensors lie; need a board
    std::vector<std::string> placement_files;  // that rules come from
    std::vector<std::uint64_t> sweep;          // analyze: budgets of fast memory, in bytes
    bool finds_sweep = false;                  // analyze: budgets at which the plan changes
    std::vector<options> on_boards;      // analyze: these instead, each with a board of a list
    std::vector<options> reports;        // report: one for each model
    std::vector<std::uint64_t> budgets;  // report: of fast memory, beside the one asked for
    std::string docs;                    // report: the folder of Markdown
    std::string depfile;                 // convert and report: for make, on what the output depends
    std::vector<std::string> words;      // report: the options, as words of a command line
    std::string svg, dot, trace, model_explorer;  // analyze: files to write
    std::string against;                          // analyze: JSON of an earlier plan
    double tolerance = 0;   // analyze: percent that a number may grow against that
    bool markdown = false;  // analyze: print Markdown
    bool json = false;      // analyze and tensors: print JSON
    bool calls = false;     // analyze: the calls of a run, too
    bool quiet = false;     // convert: no summary
    bool details = false;   // analyze: all tables behind the summary
};

}  // namespace onnx2hpp
