// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/show/planner_input.hpp>

#include <onnx2hpp/byte_archive.hpp>
#include <onnx2hpp/version.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// The version of the form. Raise it where the members below change.
constexpr std::uint64_t form = 3;

/// FNV-1a.
class hash {
public:
    constexpr void add(std::string_view text) {
        for (const char c : text) value_ = (value_ ^ std::uint8_t(c)) * 0x100000001B3u;
    }
    constexpr std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xCBF29CE484222325u;
};

/// A number that tools share which understand each other: those with the same operators and
/// members.
template <class... Ops>
constexpr std::uint64_t language_of(type_list<Ops...>) {
    hash words;
    words.add(version);
    ((words.add(Ops::name), words.add(Ops::member_names)), ...);
    return words.value() + form;
}
constexpr std::uint64_t language = language_of(ops::list{});

constexpr std::size_t sum_bytes = 8;

std::string checksum(std::string_view bytes) {
    hash sum;
    sum.add(bytes);
    std::string out;
    for (std::size_t i = 0; i < sum_bytes; ++i) out += char(sum.value() >> (8 * i));
    return out;
}

/// A board and its map, which points to it.
template <class Archive>
void exchange_board(Archive& with, std::shared_ptr<const mapped_board>& value) {
    std::optional<board> described;
    if (value) described = value->described;
    exchange(with, described);
    if (Archive::reads && described) value = std::make_shared<const mapped_board>(*described);
}

/// The map without what constants take, by the bytes that are left of each of the board's memories.
template <class Archive>
void exchange_memories_left(Archive& with, planner_input& value) {
    std::vector<std::uint64_t> bytes;
    if (const auto& left = value.model.memories_left)
        for (const memory_region& region : left->regions) bytes.push_back(region.bytes);
    exchange(with, bytes);
    if (!Archive::reads || bytes.empty()) return;
    if (!value.wanted.board || bytes.size() != memory_map::capacity) byte_reader::fail();
    memory_map left = value.wanted.board->map;
    for (std::size_t i = 0; i < bytes.size(); ++i) left.regions[i].bytes = bytes[i];
    value.model.memories_left = std::make_shared<const memory_map>(left);
}

void require_numbers(const std::vector<int>& numbers, int least, std::size_t end) {
    if (std::any_of(numbers.begin(), numbers.end(),
                    [&](int n) { return n < least || n >= int(end); }))
        byte_reader::fail();
}

/// The members are as many as they belong to, and name tensors that are there.
void require_soundness(const lowered_model& m) {
    const std::size_t tensors = m.tensors.size();
    const bool agrees = m.tensor_names.size() == tensors &&
                        (m.tensor_places.empty() || m.tensor_places.size() == tensors) &&
                        m.state_count <= std::min(m.inputs.size(), m.outputs.size());
    if (!agrees) byte_reader::fail();
    require_numbers(m.inputs, 0, tensors);
    require_numbers(m.outputs, 0, tensors);
    for (const lowered_node& n : m.nodes) {
        require_numbers(n.inputs, -1, tensors);
        require_numbers(n.outputs, 0, tensors);
    }
}

}  // namespace

// In the order of their members; those that planners do not ask for are left out.

template <class Archive>
void exchange_members(Archive& with, shape& value) {
    exchange(with, value.rank);
    if (value.rank < 0 || value.rank > max_rank) byte_reader::fail();
    for (int axis = 0; axis < value.rank; ++axis) exchange(with, value.extent[axis]);
}

template <class Archive>
void exchange_members(Archive& with, quantization& value) {
    exchange_all(with, value.scale, value.zero_point);
}

template <class Archive>
void exchange_members(Archive& with, tensor& value) {
    exchange_all(with, value.kind, value.type, value.index, value.dims, value.quant,
                 value.onnx_axis, value.order);
}

template <class Archive>
void exchange_members(Archive& with, lowered_node& value) {
    exchange_all(with, value.name, value.op, value.inputs, value.outputs, value.again);
}

template <class Archive>
void exchange_members(Archive& with, removed_channels& value) {
    exchange_all(with, value.channels, value.of_channels, value.weights, value.of_weights);
}

template <class Archive>
void exchange_members(Archive& with, constant_place& value) {
    exchange_all(with, value.memory, value.destination, value.rule);
}

template <class Archive>
void exchange_members(Archive& with, tensor_place& value) {
    exchange_all(with, value.region, value.rule);
}

/// Exchanges a packed group, with the size of its block instead of the block.
template <class Archive>
void exchange_members(Archive& with, packed_group& value) {
    std::size_t block_bytes = value.block.size();
    exchange_all(with, value.constants, value.offsets, block_bytes, value.bytes, value.own_bytes,
                 value.offset);
    if (Archive::reads) value.block.resize(block_bytes);
}

template <class Archive>
void exchange_members(Archive& with, lowered_model& value) {
    exchange_all(with, value.name, value.sha256, value.rounds, value.tensors, value.tensor_names,
                 value.nodes, value.inputs, value.outputs, value.state_count,
                 value.values_of_states, value.stream_frames, value.stream_window,
                 value.weights_vary, value.removed, value.constant_places, value.tensor_places,
                 value.packed, value.prefix_bytes);
}

template <class Archive>
void exchange_members(Archive& with, backend& value) {
    exchange(with, value.id);
}

template <class Archive>
void exchange_members(Archive& with, plan_costs& value) {
    exchange_all(with, value.mac, value.slow_byte, value.flash_byte, value.recompute_percent,
                 value.meeting);
}

template <class Archive>
void exchange_members(Archive& with, board_memory& value) {
    exchange_all(with, value.name, value.address, value.bytes, value.alignment, value.read_cost,
                 value.write_cost, value.is_writable, value.is_addressable, value.section);
}

template <class Archive>
void exchange_members(Archive& with, board& value) {
    exchange_all(with, value.name, value.core, value.clock_hz, value.backend, value.alignment,
                 value.costs, value.memories, value.constants);
}

template <class Archive>
void exchange_members(Archive& with, options& value) {
    exchange_all(with, value.fast, value.slow, value.flash, value.input_modes, value.output_modes,
                 value.rounds, value.weights, value.packs, value.search_effort, value.backend,
                 value.substitutes, value.alignment, value.workers, value.costs, value.core);
    exchange_board(with, value.board);
    if (Archive::reads && value.board) value.memories = &value.board->map;
}

template <class Archive>
void exchange_members(Archive& with, planner_input& value) {
    exchange_all(with, value.model, value.wanted);
    exchange_memories_left(with, value);
}

std::string to_bytes(planner_input input) {
    byte_writer out;
    out.number(language);
    exchange(out, input);
    return out.bytes() + checksum(out.bytes());
}

planner_input planner_input_of(std::string_view bytes) {
    if (bytes.size() < sum_bytes) byte_reader::fail();
    const std::string_view written = bytes.substr(0, bytes.size() - sum_bytes);
    if (checksum(written) != bytes.substr(written.size())) byte_reader::fail();
    byte_reader in(written);
    if (in.number() != language)
        fail_bad_input(
            "the planner's input was written by another version of onnx2hpp; make it again");
    planner_input made;
    exchange(in, made);
    if (!in.is_at_end()) byte_reader::fail();
    require_soundness(made.model);
    return made;
}

}  // namespace onnx2hpp
