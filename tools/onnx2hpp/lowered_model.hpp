// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The graph of canonical operators, of any size: what lower/ makes and emit/ prints.

#include <onnx2hpp/onnx_model.hpp>
#include <tigris/ops/list.hpp>
#include <tigris/planning/target/memory_map.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace onnx2hpp {

using any_op = tigris::ops::list::apply<std::variant>;

/// A step.
struct lowered_node {
    std::string name;          // name of the step
    any_op op;                 // canonical operator
    std::vector<int> inputs;   // numbers of tensors; -1: the input is absent
    std::vector<int> outputs;  // numbers of tensors
    bool again = false;        // another step makes the same, too (two_pass/)
    /// The weights are int4 in the file, also after their zero points are subtracted.
    bool has_int4_weights = false;
};

/// The regions of the board's map in which rules want a constant. Places with different rules are
/// equal.
struct constant_place {
    int memory = -1;       // region that holds it in the program; -1: the board's own for constants
    int destination = -1;  // region that it is copied to before a run; -1: none
    std::string rule{};    // where the rule is written, for messages

    friend bool operator==(const constant_place& a, const constant_place& b) {
        return a.memory == b.memory && a.destination == b.destination;
    }
};

/// The region in which a placement rule wants a tensor that is no constant.
struct tensor_place {
    int region = -1;   // number of the region; -1: any
    std::string rule;  // where the rule is written, for messages
};

/// Constants in flash as one block of LZ4.
struct packed_group {
    std::vector<std::size_t> constants;  // numbers of the constants
    /// Bytes from the start of the decoded group to each constant.
    std::vector<std::int64_t> offsets;
    std::vector<std::byte> block;  // the compressed bytes
    std::int64_t bytes = 0;        // bytes of the decoded group
    std::int64_t own_bytes = 0;    // bytes of the decoded group alone
    std::int64_t offset = 0;       // bytes from the start of the prefix to the decoded group
};

/// Channels of layers that dead/ removed because they cannot change an output.
struct removed_channels {
    std::int64_t channels = 0;     // removed channels
    std::int64_t of_channels = 0;  // channels before
    std::int64_t weights = 0;      // removed weights
    std::int64_t of_weights = 0;   // weights before
};

/// A graph of canonical operators. Numbers of tensors are indices in `tensors`; tensor::index
/// counts in `constants`, `inputs` and `outputs`.
struct lowered_model {
    std::string name;                                     // name of the model's namespace
    std::string sha256;                                   // SHA-256 of the ONNX file
    tigris::rounding rounds = tigris::rounding::nearest;  // rounding of codes
    std::vector<tigris::tensor> tensors;  // may have fewer channels than in the ONNX file
    /// Names of tensors in the ONNX file. Where several are one value of the file, all but the
    /// first end with a number: "x~2".
    std::vector<std::string> tensor_names;
    std::vector<lowered_node> nodes;     // steps in execution order
    std::vector<tensor_data> constants;  // constants, with their elements in memory order
    std::vector<int> inputs;             // numbers of the inputs' tensors
    std::vector<int> outputs;            // numbers of the outputs' tensors
    /// Strings that the numbers of each output stand for; none for plain numbers.
    std::vector<std::vector<std::string>> texts;
    /// States: the last outputs, which are the last inputs of the next run.
    std::size_t state_count = 0;
    int values_of_states = 1;  // values of each state for which memory is left
    int stream_frames = 0;     // new rows of the input per run; 0: no stream
    int stream_window = 0;     // rows of the window (lower/stream.hpp)
    /// Other weights will run with the same header, so no value of these may be relied on.
    bool weights_vary = false;
    removed_channels removed;  // channels that were removed
    /// Where rules want each constant; empty without rules.
    std::vector<constant_place> constant_places;
    std::vector<tensor_place> tensor_places;  // where rules want each tensor; empty without rules
    /// Other names of tensors, and the tensor: of all but the first of equal constants, and the
    /// names of the file for tensors whose name ends with a number.
    std::vector<std::pair<std::string, int>> shared_names;
    /// The board's map without bytes of constants and states; null: they take none.
    std::shared_ptr<const tigris::memory_map> memories_left;
    std::vector<packed_group> packed;  // packed constants
    std::int64_t prefix_bytes = 0;     // bytes of the prefix of packed constants
};

/// The inputs or outputs of a model that are the caller's, without states.
inline std::vector<int> own_edges(const lowered_model& model, std::vector<int> edges) {
    edges.resize(edges.size() - model.state_count);
    return edges;
}

/// Bytes of flash that packed constants save.
inline std::int64_t saved_bytes(const lowered_model& model) {
    std::int64_t saved = 0;
    for (const packed_group& g : model.packed) saved += g.bytes - std::int64_t(g.block.size());
    return saved;
}

/// Whether a placement rule wants a constant in another place than its usual one.
inline bool is_placed(const lowered_model& model, std::size_t constant) {
    return !model.constant_places.empty() && model.constant_places[constant] != constant_place{};
}

}  // namespace onnx2hpp
