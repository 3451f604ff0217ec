// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/placement/place_tensors.hpp>

#include <onnx2hpp/diagnostic.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::memory_map;
using tigris::memory_region;
using tigris::placed;
using tigris::tensor_kind;

std::string names_of(const memory_map& map) {
    std::string names;
    for (int r = 0; r < map.size(); ++r) names += (r > 0 ? ", " : "") + std::string(map[r].name);
    return names;
}

/// The number of a memory, or -1 where none is given.
int region_of(const memory_map& map, const named_memory& memory) {
    if (!memory.is_given()) return -1;
    const int region = tigris::find_region(map, memory.name.c_str());
    if (region < 0)
        fail_in(memory.where, fmt::format("the board has no memory {}; its memories are {}",
                                          in_quotes(memory.name), names_of(map)));
    return region;
}

/// Why a run cannot write to a memory, or nothing.
const char* obstacle_to_writing(const memory_region& memory) {
    if (!memory.is_writable) return "read-only";
    return memory.is_addressable ? nullptr : "not addressable";
}

/// Turns the rules of each tensor into regions.
class placer {
public:
    placer(lowered_model& model, const options& wanted)
        : model_(model),
          wanted_(wanted),
          map_(*wanted.memories),
          storage_(storages_of(model)),
          is_callers_(model.tensors.size()) {
        for (int t = 0; t < int(model.tensors.size()); ++t)
            if (has_callers_mode(t)) is_callers_[std::size_t(storage_[std::size_t(t)])] = true;
    }

    void place(int t, const effective_rules& rules) {
        if (kind_of(model_, t) == placed::constant)
            place_constant(t, rules);
        else
            place_written(t, rules);
    }

    /// Constants of a memory must fit in it.
    void check_constants(const std::vector<effective_rules>& rules) const {
        for (int region = 0; region < map_.size(); ++region) check_constants_in(region, rules);
    }

private:
    std::string name_of(int t) const { return in_quotes(model_.tensor_names[std::size_t(t)]); }

    [[noreturn]] void fail_at_memory(const named_memory& memory, int t, const char* what) const {
        fail_in(memory.where, fmt::format("tensor {} ({}) {}, but {} is {}", name_of(t),
                                          spell(kind_of(model_, t)), what, memory.name,
                                          obstacle_to_writing(map_[region_of(map_, memory)])));
    }

    void place_written(int t, const effective_rules& rules) {
        if (rules.destination && rules.destination->kind != placed::all)
            fail_in(rules.destination->where,
                    "only constants have a 'constant_destination_memory'");
        if (!rules.memory) return;
        const named_memory& memory = rules.memory->memory;
        const int region = region_of(map_, memory);
        if (is_callers_[std::size_t(storage_[std::size_t(t)])])
            return refuse_callers(t, *rules.memory);
        if (obstacle_to_writing(map_[region])) fail_at_memory(memory, t, "is written by runs");
        if (kind_of(model_, t) == placed::persistent) check_state(t, region, memory);
        model_.tensor_places[std::size_t(t)] = {region, memory.where};
    }

    /// Fails where a state would lie in another memory than the states before: all lie in one.
    void check_state(int t, int region, const named_memory& memory) {
        if (state_ < 0) state_ = t;
        const int first = region_of_states(model_);
        if (first >= 0 && first != region)
            fail_in(memory.where,
                    fmt::format("state {} cannot lie in {}: all states of a model lie in one "
                                "memory, and {} is to lie in {}",
                                name_of(t), memory.name, name_of(state_), map_[first].name));
    }

    /// Whether tensor t is an input or output in the caller's memory.
    bool has_callers_mode(int t) const {
        const tigris::tensor& info = model_.tensors[std::size_t(t)];
        if (kind_of(model_, t) != placed::scratch || info.kind == tensor_kind::activation)
            return false;
        const std::vector<tigris::io>& modes =
            info.kind == tensor_kind::input ? wanted_.input_modes : wanted_.output_modes;
        if (modes.empty()) return true;
        return modes[std::min(std::size_t(info.index), modes.size() - 1)] == tigris::io::caller;
    }

    /// Rules for many tensors pass over what is the caller's.
    void refuse_callers(int t, const tensor_rule& rule) const {
        if (rule.ids.empty()) return;
        fail_in(rule.where,
                fmt::format("tensor {} lies in the caller's memory, as an input or output; convert "
                            "with --input arena or --output arena to have it in the workspace",
                            name_of(t)));
    }

    void place_constant(int t, const effective_rules& rules) {
        constant_place& place =
            model_.constant_places[std::size_t(model_.tensors[std::size_t(t)].index)];
        if (rules.memory) place.memory = region_of(map_, rules.memory->memory);
        if (rules.destination) place.destination = region_of(map_, rules.destination->destination);
        if (rules.memory) place.rule = rules.memory->memory.where;
        if (rules.destination) place.rule = rules.destination->destination.where;
        if (place.destination >= 0 && place.destination == memory_of(place)) place.destination = -1;
        if (place.destination >= 0 && obstacle_to_writing(map_[place.destination]))
            fail_at_memory(rules.destination->destination, t, "is copied before a run");
        if (place.destination < 0 && place.memory >= 0 && !map_[place.memory].is_addressable)
            fail_in(rules.memory->memory.where,
                    fmt::format("constant {} is read in place, but {} is not addressable; give a "
                                "'constant_destination_memory', too",
                                name_of(t), map_[place.memory].name));
        if (place.memory == wanted_.board->described.constants) place.memory = -1;
    }

    /// The region that holds a constant in the program, or -1 where the board does not say.
    int memory_of(const constant_place& place) const {
        return place.memory >= 0 ? place.memory : wanted_.board->described.constants;
    }

    std::uint64_t bytes_of(int t) const {
        return std::uint64_t(tigris::bytes_of(model_.tensors[std::size_t(t)]));
    }

    void check_constants_in(int region, const std::vector<effective_rules>& rules) const {
        std::uint64_t bytes = 0;
        int largest = -1;
        for (int t = 0; t < int(model_.tensors.size()); ++t) {
            if (kind_of(model_, t) != placed::constant || !is_in(t, region)) continue;
            bytes += bytes_of(t);
            const bool by_rule = rules[std::size_t(t)].memory || rules[std::size_t(t)].destination;
            if (by_rule && (largest < 0 || bytes_of(t) > bytes_of(largest))) largest = t;
        }
        if (largest < 0 || bytes <= map_[region].bytes) return;
        throw failure(
            outcome::over_budget,
            fmt::format("{}: {} is full: the constants that rules put there take {} bytes, and it "
                        "has {}; the largest is {} with {}",
                        where_of(largest, region, rules[std::size_t(largest)]), map_[region].name,
                        bytes, map_[region].bytes, name_of(largest), bytes_of(largest)));
    }

    /// Whether a constant is there, or is copied there.
    bool is_in(int t, int region) const {
        const constant_place& place =
            model_.constant_places[std::size_t(model_.tensors[std::size_t(t)].index)];
        return place.memory == region || place.destination == region;
    }

    const std::string& where_of(int t, int region, const effective_rules& rules) const {
        const constant_place& place =
            model_.constant_places[std::size_t(model_.tensors[std::size_t(t)].index)];
        return place.destination == region ? rules.destination->destination.where
                                           : rules.memory->memory.where;
    }

    lowered_model& model_;
    const options& wanted_;
    const memory_map& map_;
    std::vector<int> storage_;
    std::vector<bool> is_callers_;  // by storage
    int state_ = -1;                // the first one that a rule places
};

/// Rules that decide nothing have to name memories, too.
void check_memories(const options& wanted) {
    for (const tensor_rule& rule : wanted.rules) {
        region_of(*wanted.memories, rule.memory);
        region_of(*wanted.memories, rule.destination);
    }
}

}  // namespace

int region_of_states(const lowered_model& model) {
    for (std::size_t t = 0; t < model.tensor_places.size(); ++t)
        if (model.tensor_places[t].region >= 0 && kind_of(model, int(t)) == placed::persistent)
            return model.tensor_places[t].region;
    return -1;
}

lowered_model with_places(lowered_model model, const model_names& names, const options& wanted) {
    if (wanted.rules.empty()) return model;
    check_memories(wanted);
    const tensor_finder tensors(names, model);
    const std::vector<effective_rules> rules = find_effective_rules(model, tensors, wanted.rules);
    model.constant_places.assign(model.constants.size(), {});
    model.tensor_places.resize(model.tensors.size());
    placer places(model, wanted);
    for (int t = 0; t < int(model.tensors.size()); ++t) places.place(t, rules[std::size_t(t)]);
    places.check_constants(rules);
    return model;
}

}  // namespace onnx2hpp
