// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The graph of canonical operators, of any size: what lower/ makes and emit/ prints.

#include <onnx2hpp/onnx_model.hpp>
#include <tigris/ops/list.hpp>
#include <tigris/planning/memory_map.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace onnx2hpp {

using any_op = tigris::ops::list::apply<std::variant>;

/// A step. Its tensors are numbers into lowered_model::tensors, -1 where an input is absent.
/// `again`: it makes once more what another step makes, too (two_pass/). `has_int4_weights`: its
/// weights are int4 in the file, and less their zero points, too.
struct lowered_node {
    std::string name;
    any_op op;
    std::vector<int> inputs;
    std::vector<int> outputs;
    bool again = false;
    bool has_int4_weights = false;
};

/// Where a constant is wanted: regions of the board's map. `memory` holds it in the program, -1:
/// the board's own memory of constants. What has a `destination` is copied there before a run.
/// `rule`: where the rule is written that says so, for complaints; places by other rules are equal.
struct constant_place {
    int memory = -1;
    int destination = -1;
    std::string rule{};

    friend bool operator==(const constant_place& a, const constant_place& b) {
        return a.memory == b.memory && a.destination == b.destination;
    }
};

/// The region in which a placement rule wants a tensor that is no constant, -1: any; and where that
/// rule is written.
struct tensor_place {
    int region = -1;
    std::string rule;
};

/// Constants that lie in flash as one `block` of LZ4, each at an offset of its own among `bytes`
/// decoded ones, which lie `offset` bytes behind the begin of the prefix. Alone they take
/// `own_bytes`.
struct packed_group {
    std::vector<std::size_t> constants;
    std::vector<std::int64_t> offsets;
    std::vector<std::byte> block;
    std::int64_t bytes = 0;
    std::int64_t own_bytes = 0;
    std::int64_t offset = 0;
};

/// Channels of layers that dead/ took out because they cannot change an output, and their weights;
/// and how many there were.
struct removed_channels {
    std::int64_t channels = 0;
    std::int64_t of_channels = 0;
    std::int64_t weights = 0;
    std::int64_t of_weights = 0;
};

/// tensors[i] is called tensor_names[i] in the ONNX file, and may have fewer channels than there.
/// Constants hold their elements in memory order; tensor::index counts into `constants`, `inputs`
/// and `outputs`. Names of inputs and outputs are those of the ONNX model. `texts` has the strings
/// that the numbers of each output stand for, none where they are numbers. The last `state_count`
/// outputs are the last inputs of the next run. With `stream_frames`, each run gets so many new
/// rows of a window of `stream_window` (lower/stream.hpp). With placement rules, constants[i] is
/// wanted at constant_places[i], and tensors[i] at tensor_places[i]; else these are empty.
/// `shared_names`: of equal constants, which are one tensor, the names of all but the first.
/// `memories_left` is the board's map without what constants and `values_of_states` values of each
/// state take of it, null where they take nothing. `weights_vary`: other weights will run under the
/// same header, so that nothing may rely on values of these.
struct lowered_model {
    std::string name;
    std::string sha256;
    tigris::rounding rounds = tigris::rounding::nearest;
    std::vector<tigris::tensor> tensors;
    std::vector<std::string> tensor_names;
    std::vector<lowered_node> nodes;
    std::vector<tensor_data> constants;
    std::vector<int> inputs;
    std::vector<int> outputs;
    std::vector<std::vector<std::string>> texts;
    std::size_t state_count = 0;
    int values_of_states = 1;
    int stream_frames = 0;
    int stream_window = 0;
    bool weights_vary = false;
    removed_channels removed;
    std::vector<constant_place> constant_places;
    std::vector<tensor_place> tensor_places;
    std::vector<std::pair<std::string, int>> shared_names;
    std::shared_ptr<const tigris::memory_map> memories_left;
    std::vector<packed_group> packed;
    std::int64_t prefix_bytes = 0;
};

/// The inputs or outputs of a model that are the caller's, without states.
inline std::vector<int> own_edges(const lowered_model& model, std::vector<int> edges) {
    edges.resize(edges.size() - model.state_count);
    return edges;
}

/// What packed constants take less of flash.
inline std::int64_t saved_bytes(const lowered_model& model) {
    std::int64_t saved = 0;
    for (const packed_group& g : model.packed) saved += g.bytes - std::int64_t(g.block.size());
    return saved;
}

/// Whether a placement rule wants a constant elsewhere than where it lies by itself.
inline bool is_placed(const lowered_model& model, std::size_t constant) {
    return !model.constant_places.empty() && model.constant_places[constant] != constant_place{};
}

}  // namespace onnx2hpp
