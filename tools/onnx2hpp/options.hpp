// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What the user asks for on the command line.

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

/// convert: write the header. analyze: show the plan and write nothing. tensors: list the tensors,
/// their ids and where they lie.
enum class command { convert, analyze, tensors };

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

/// Memories are in bytes. `name` is a C++ identifier. I/O modes: one for all inputs or outputs, or
/// one each in ONNX order; none where none were given. `constants` are files by the input whose
/// value they hold, `constant_numbers` lists of numbers, as they are written. `packs`: constants
/// are compressed, in groups of at most `group_bytes`. `float16_weights`:
/// constants are rounded to halves where kernels read these. `bounds`: rows by the node that makes
/// them. `branches`: whether an If of this name takes its then_branch. `trimmed_outputs` are names
/// of outputs that come without their last Transpose. `states`: inputs, and the outputs that
/// these are in the next run; `finds_states`: those whose names say so. `sweep` (budgets of fast
/// memory) and `json` are analyze's. With a `board` all of `fast`, `flash`, `backend`, `alignment`,
/// `costs` and `memories` are set, by the board or by the options beside it; `board_file` is where
/// it comes from, if it is the user's. `rules` say where tensors lie, and need a board. `c`: a C
/// interface is written, too; with `external_arenas` the arenas of its contexts are the firmware's.
/// `for_header`: only the blob is written, for this header, whose options are taken; with an empty
/// `output` it is only checked that the header takes it. `recorded` are the options as JSON: what
/// such a header states of them. `substitutes`: planners may take these for kernels whose scratch
/// does not fit; no option, but what is tried last.
struct options {
    command does = command::convert;
    std::string input;
    std::string output;
    std::string name;
    std::optional<std::uint64_t> fast, slow, flash;
    std::vector<tigris::io> input_modes, output_modes;
    std::map<std::string, extents> input_shapes;
    std::map<std::string, std::string> constants;
    std::map<std::string, std::vector<std::string>> constant_numbers;
    std::map<std::string, std::int64_t> bounds;
    std::map<std::string, bool> branches;
    std::set<std::string> trimmed_outputs;
    std::vector<std::pair<std::string, std::string>> states;
    bool finds_states = false;
    edge_types edges = edge_types::model;
    io_layout layout = io_layout::nhwc;
    tigris::rounding rounds = tigris::rounding::nearest;
    weight_form weights = weight_form::literal;
    std::string for_header;
    std::string recorded;
    bool packs = false;
    std::uint64_t group_bytes = 16 << 10;
    bool float16_weights = false;
    bool c = false;
    bool external_arenas = false;
    effort search_effort = effort::normal;
    tigris::backend backend = tigris::portable;
    bool substitutes = false;
    std::uint32_t alignment = smallest_alignment;
    tigris::plan_costs costs{};
    const tigris::memory_map* memories = nullptr;
    std::shared_ptr<const mapped_board> board;
    std::string board_file;
    std::vector<tensor_rule> rules;
    std::vector<std::uint64_t> sweep;
    bool json = false;
};

/// The command line, or nothing where --help or --version was asked for and printed.
/// Throws failure(bad_input) for whatever is wrong with it.
std::optional<options> parse_options(int argc, const char* const* argv);

}  // namespace onnx2hpp
