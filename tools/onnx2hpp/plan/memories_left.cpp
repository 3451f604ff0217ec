// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/plan/memories_left.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/placement/place_tensors.hpp>
#include <onnx2hpp/plan/constant_blocks.hpp>
#include <onnx2hpp/plan/plan.hpp>

#include <fmt/format.h>

#include <tigris/planning/layout/alignment.hpp>
#include <tigris/planning/layout/arena_kind.hpp>
#include <tigris/planning/plan/state_value.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;

std::uint32_t alignment_of(const lowered_model& model, const options& o) {
    const owned_network network = network_of(model, o.backend);
    return planning::alignment_for(network.view().tensors, network.view().steps,
                                   {.alignment = o.alignment, .memories = o.memories});
}

/// The tensor that a run reads a state from.
int state_read(const lowered_model& model, std::size_t state) {
    return model.inputs[model.inputs.size() - model.state_count + state];
}
int state_written(const lowered_model& model, std::size_t state) {
    return model.outputs[model.outputs.size() - model.state_count + state];
}

std::int64_t bytes_of_state(const lowered_model& model, std::size_t state,
                            std::uint32_t alignment) {
    const auto read = std::size_t(state_read(model, state));
    return planning::align_up(bytes_of(model.tensors[read]), alignment);
}

std::int64_t bytes_of_values(const lowered_model& model, const options& o) {
    const std::uint32_t alignment = alignment_of(model, o);
    std::int64_t bytes = 0;
    for (std::size_t s = 0; s < model.state_count; ++s)
        bytes += bytes_of_state(model, s, alignment);
    return bytes;
}

int buffer_of(const owned_plan& plan, int tensor) {
    return plan.tensors[std::size_t(tensor)].buffer;
}

/// Whether a state has room for one value.
bool is_made_in_place(const owned_plan& plan, int read, int written) {
    const int from = buffer_of(plan, read);
    const planning::buffer_plan& to = plan.buffers[std::size_t(buffer_of(plan, written))];
    const planning::segment_plan& producer = plan.segments[std::size_t(to.first_segment)];
    const planning::task_plan& first = plan.tasks[std::size_t(producer.begin)];
    const bool in_place =
        planning::is_read_in_place({plan.reads.data() + first.first_read, first.reads}, from);
    return planning::may_overwrite(plan.buffers[std::size_t(from)], to, producer, in_place);
}

/// Takes bytes of memories, which say what they lack.
class memory_divider {
public:
    explicit memory_divider(const memory_map& all) : all_(all), left(all) {}

    void take(int number, std::int64_t bytes, const char* what, const char* advice) {
        memory_region& region = left.regions[number];
        if (std::uint64_t(bytes) > region.bytes)
            throw failure(
                outcome::over_budget,
                fmt::format("{} has {} bytes{}, and {} bytes of {}", region.name, region.bytes,
                            region.bytes < all_[number].bytes ? " left" : "", bytes,
                            fmt::format("{}; {}", what, advice)));
        region.bytes -= std::uint64_t(bytes);
        is_divided = is_divided || bytes > 0;
    }

private:
    const memory_map& all_;

public:
    memory_map left;
    bool is_divided = false;
};

constexpr const char* decoded = "decoded constants are to lie there";
constexpr const char* with_smaller_groups = "use a smaller GROUP of --compress";

/// Throws failure(over_budget) where the prefix does not fit in the fast memory that -m gives.
void require_prefix(const lowered_model& model, const options& o) {
    if (std::uint64_t(model.prefix_bytes) > o.fast.value_or(tigris::unlimited))
        throw failure(outcome::over_budget,
                      fmt::format("fast memory has {} bytes, and {} bytes of {}; {}, or raise -m",
                                  *o.fast, model.prefix_bytes, decoded, with_smaller_groups));
}

}  // namespace

int region_for_states(const lowered_model& model, const options& o) {
    const int placed = region_of_states(model);
    return placed < 0 ? planning::first_fast_region({.memories = o.memories}) : placed;
}

lowered_model with_memories_left(lowered_model model, const options& o, int values) {
    model = with_tidy_places(std::move(model), o);
    const std::vector<constant_block> blocks = find_constant_blocks(model, o);
    if (!o.memories) {
        require_prefix(model, o);
        return model;
    }
    memory_divider memories(*o.memories);
    for (const constant_block& block : blocks)
        memories.take(block.destination, block.bytes, "constants are to be copied there",
                      "leave some of them where they are");
    for (const auto& [region, bytes] : cold_bytes(model, o))
        memories.take(region, bytes, "constants are to lie there",
                      "leave some of them in another memory");
    memories.take(planning::first_fast_region({.memories = o.memories}), model.prefix_bytes,
                  decoded, with_smaller_groups);
    if (model.state_count > 0)
        memories.take(region_for_states(model, o), bytes_of_values(model, o) * values,
                      "states are to lie there", "name another memory for PERSISTENT tensors");
    model.values_of_states = values;
    if (memories.is_divided)
        model.memories_left = std::make_shared<const memory_map>(memories.left);
    return model;
}

std::int64_t bytes_of_states(const lowered_model& model, const owned_plan& plan,
                             std::uint32_t alignment) {
    std::int64_t bytes = 0;
    for (std::size_t s = 0; s < model.state_count; ++s)
        bytes += bytes_of_state(model, s, alignment) *
                 (is_made_in_place(plan, state_read(model, s), state_written(model, s)) ? 1 : 2);
    return bytes;
}

std::vector<lasting_bytes> lasting_in(const lowered_model& model, const owned_plan& plan,
                                      const options& o) {
    std::vector<lasting_bytes> lasting(memory_map::capacity);
    if (!o.memories) return lasting;
    for (const constant_block& block : find_constant_blocks(model, o))
        lasting[std::size_t(block.destination)].staged = block.bytes;
    for (const auto& [region, bytes] : cold_bytes(model, o))
        lasting[std::size_t(region)].cold = bytes;
    if (model.state_count > 0)
        lasting[std::size_t(region_for_states(model, o))].states =
            bytes_of_states(model, plan, alignment_of(model, o));
    return lasting;
}

bool have_states_room(const lowered_model& model, const owned_plan& plan, const options& o) {
    if (!o.memories || model.state_count == 0) return true;
    const auto region = std::size_t(region_for_states(model, o));
    const std::uint64_t left = (*model.memories_left)[int(region)].bytes;
    if (std::uint64_t(plan.region_bytes[region]) > left) return true;
    const std::int64_t bytes = lasting_in(model, plan, o)[region].sum() + plan.region_bytes[region];
    return std::uint64_t(bytes) <= (*o.memories)[int(region)].bytes;
}

memory_lack lack_for_states(const lowered_model& model, const owned_plan& plan, const options& o) {
    const int region = region_for_states(model, o);
    const memory_region& full = (*o.memories)[region];
    const lasting_bytes lasting = lasting_in(model, plan, o)[std::size_t(region)];
    const std::int64_t activations = plan.region_bytes[std::size_t(region)];
    return {fmt::format(
                "{} has {} bytes, and a run needs {} bytes of states there, {} of constants and {} "
                "of activations; name another memory for PERSISTENT tensors",
                full.name, full.bytes, lasting.states, lasting.staged + lasting.cold, activations),
            lacking_memory::region, region, lasting.sum() + activations - std::int64_t(full.bytes)};
}

}  // namespace onnx2hpp
