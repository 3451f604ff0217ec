// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// In which region each tensor is wanted. Rules of the conversion say so, and rules of the target,
// which win.

#include <tigris/execution/plans/constant_places.hpp>
#include <tigris/execution/plans/order_check.hpp>
#include <tigris/model/state.hpp>
#include <tigris/planning/layout/arena_kind.hpp>
#include <tigris/support/is_set.hpp>

namespace tigris::execution {

/// Whether the model was converted with rules for the memories that the target has.
template <auto Model, target Target>
constexpr bool has_own_places() {
    if constexpr (requires { Model.tensor_places; })
        return is_set(Target.memories) && *Target.memories == Model.memories;
    else
        return false;
}
template <auto Model, target Target>
constexpr bool has_places() {
    return has_own_places<Model, Target>() || is_set(Target.placement);
}

/// The kind of a tensor, as rules name it.
template <auto Model>
constexpr placed kind_of(int t) {
    using model = type_of<Model>;
    const tensor& described = Model.graph.tensors[t];
    switch (described.kind) {
        case tensor_kind::constant: return placed::constant;
        case tensor_kind::input:
            return described.index < own_inputs<model> ? placed::scratch : placed::persistent;
        case tensor_kind::output:
            return described.index < own_outputs<model> ? placed::scratch : placed::persistent;
        default: return placed::scratch;
    }
}

template <auto Model>
constexpr bool is_called(int t, const char* id) {
    if constexpr (requires { Model.tensor_names; })
        return equal_text(id, Model.tensor_names[t]);
    else
        return false;
}

template <auto Model>
constexpr bool matches(const placement_rule& rule, int t) {
    if (rule.kind != placed::all && rule.kind != kind_of<Model>(t)) return false;
    return !rule.names_tensor() || is_called<Model>(t, rule.id);
}

/// Whether a tensor is an input or output in the memory of the caller.
template <auto Model, target Target>
constexpr bool is_callers(int t) {
    const tensor& described = Model.graph.tensors[t];
    if (kind_of<Model>(t) != placed::scratch || described.kind == tensor_kind::activation)
        return false;
    const io_modes& modes = described.kind == tensor_kind::input ? Target.input : Target.output;
    return modes[described.index] == io::caller;
}

/// The target's last rule of the highest rank among those that match, or -1.
template <target Target, class Matches>
constexpr int find_best_rule(const Matches& does_match) {
    int best = -1;
    for (int number = 0; number < Target.placement->size(); ++number) {
        const placement_rule& rule = (*Target.placement)[number];
        if (best >= 0 && rule.rank() < (*Target.placement)[best].rank()) continue;
        if (does_match(rule)) best = number;
    }
    return best;
}

/// The target's rule that says in which memory a state lies, or -1.
template <auto Model, target Target>
constexpr int find_state_rule(int t) {
    return find_best_rule<Target>(
        [&](const placement_rule& rule) { return rule.names_memory() && matches<Model>(rule, t); });
}

/// The region in which rules want all states of a model, or -1.
template <auto Model, target Target>
constexpr int find_wanted_for_states() {
    int wanted = -1;
    for (int t = 0; t < Model.graph.tensor_count; ++t) {
        if (kind_of<Model>(t) != placed::persistent) continue;
        if constexpr (has_own_places<Model, Target>())
            if (Model.tensor_places[t] >= 0) wanted = Model.tensor_places[t];
        if constexpr (is_set(Target.placement) && is_set(Target.memories))
            if (const int rule = find_state_rule<Model, Target>(t); rule >= 0)
                wanted = find_region(*Target.memories, (*Target.placement)[rule].memory);
    }
    return wanted;
}
template <auto Model, target Target>
inline constexpr int wanted_for_states = find_wanted_for_states<Model, Target>();

/// The region of the arena of states: the first region of fast memory, unless rules want another.
template <auto Model, target Target>
inline constexpr int region_of_states = wanted_for_states<Model, Target> >= 0
                                            ? wanted_for_states<Model, Target>
                                            : planning::first_fast_region(Target);

/// The number of the staged block that a constant belongs to, or -1.
template <auto Model>
constexpr int staged_block_of(int t) {
    if constexpr (has_staged<Model>) {
        const int block = Model.constant_places[Model.graph.tensors[t].index].source;
        return block < staged_count<Model> ? block : -1;
    } else {
        return -1;
    }
}

/// The target's rule that says where a constant is copied to, or -1.
template <auto Model, target Target>
constexpr int find_destination_rule(int t) {
    return find_best_rule<Target>([&](const placement_rule& rule) {
        return rule.names_destination() && matches<Model>(rule, t);
    });
}

/// The memory that a constant of a staged block is copied to. Rules of the target decide, otherwise
/// rules of the model.
template <auto Model, target Target>
constexpr const char* destination_of(int block, int t) {
    if constexpr (is_set(Target.placement))
        if (const int rule = find_destination_rule<Model, Target>(t); rule >= 0)
            return (*Target.placement)[rule].destination;
    return Model.staged[block].destination;
}

/// The fault of rules that copy constant t of a staged block elsewhere. Either other constants of
/// the block go to another memory, or constants of another block go to the same memory.
template <auto Model, target Target>
constexpr placement_fault find_block_fault(int block, int t) {
    const char* destination = destination_of<Model, Target>(block, t);
    for (int other = 0; other < Model.graph.tensor_count; ++other) {
        if (kind_of<Model>(other) != placed::constant) continue;
        const int its_block = staged_block_of<Model>(other);
        if (its_block < 0) continue;
        const bool is_there =
            equal_text(destination_of<Model, Target>(its_block, other), destination);
        if (its_block == block && !is_there) return placement_fault::divided;
        if (its_block != block && is_there) return placement_fault::merged;
    }
    return placement_fault::none;
}

/// The fault of the memory that a rule of the target gives to a tensor.
template <auto Model, target Target>
constexpr placement_fault find_memory_fault(int number, int t) {
    const placement_rule& rule = (*Target.placement)[number];
    if (kind_of<Model>(t) == placed::constant) return placement_fault::constant;
    if (kind_of<Model>(t) == placed::persistent &&
        find_region(*Target.memories, rule.memory) != region_of_states<Model, Target> &&
        find_state_rule<Model, Target>(t) == number)
        return placement_fault::state;
    if (rule.names_tensor() && is_callers<Model, Target>(t)) return placement_fault::caller;
    return placement_fault::none;
}

/// The fault of the destination that a rule of the target gives to a tensor.
template <auto Model, target Target>
constexpr placement_fault find_destination_fault(int number, int t) {
    const placement_rule& rule = (*Target.placement)[number];
    if (kind_of<Model>(t) != placed::constant)
        return rule.kind == placed::all && !rule.names_tensor() ? placement_fault::none
                                                                : placement_fault::no_constant;
    const int block = staged_block_of<Model>(t);
    if (block < 0) return placement_fault::in_place;
    if constexpr (has_staged<Model>)
        if (find_destination_rule<Model, Target>(t) == number)
            return find_block_fault<Model, Target>(block, t);
    return placement_fault::none;
}

template <auto Model, target Target>
constexpr placement_fault find_fault_for(int number, int t) {
    const placement_rule& rule = (*Target.placement)[number];
    if (rule.names_memory())
        if (const placement_fault fault = find_memory_fault<Model, Target>(number, t);
            fault != placement_fault::none)
            return fault;
    return rule.names_destination() ? find_destination_fault<Model, Target>(number, t)
                                    : placement_fault::none;
}

/// The fault of a memory that a rule names; a rule may name none.
constexpr placement_fault find_region_fault(const memory_map& map, const char* name) {
    if (name[0] == '\0') return placement_fault::none;
    const int region = find_region(map, name);
    if (region < 0) return placement_fault::unknown_memory;
    return map[region].holds_activations() ? placement_fault::none : placement_fault::read_only;
}

/// The fault of the memories of a rule, for any tensor.
constexpr placement_fault find_own_fault(const memory_map* map, const placement_rule& rule) {
    if (!is_set(map)) return placement_fault::unknown_memory;
    const placement_fault memory = find_region_fault(*map, rule.memory);
    return memory != placement_fault::none ? memory : find_region_fault(*map, rule.destination);
}

template <auto Model, target Target>
constexpr placement_fault find_rule_fault(int number) {
    const placement_rule& rule = (*Target.placement)[number];
    const placement_fault own = find_own_fault(Target.memories, rule);
    if (own == placement_fault::unknown_memory) return own;
    bool is_known = !rule.names_tensor();
    for (int t = 0; t < Model.graph.tensor_count; ++t) {
        if (!matches<Model>(rule, t)) continue;
        is_known = true;
        if (const placement_fault fault = find_fault_for<Model, Target>(number, t);
            fault != placement_fault::none)
            return fault;
    }
    return is_known ? own : placement_fault::unknown_id;
}

struct faulty_rule {
    int number = 0;
    placement_fault fault = placement_fault::none;
};

/// The first rule of a target that cannot be obeyed.
template <auto Model, target Target>
constexpr faulty_rule find_faulty_rule() {
    if constexpr (is_set(Target.placement))
        for (int number = 0; number < Target.placement->size(); ++number)
            if (const placement_fault fault = find_rule_fault<Model, Target>(number);
                fault != placement_fault::none)
                return {number, fault};
    return {};
}
template <auto Model, target Target>
inline constexpr faulty_rule faulty_rule_of = find_faulty_rule<Model, Target>();
template <auto Model, int Rule, placement_fault Fault>
using placement_check =
    planning::sound_placement<type_of<Model>, rule_number<Rule>, rule_is<Fault>>;

/// The target's last rule of the highest rank that gives a memory to the storage of t, or -1. The
/// storage may have several names: a reshape makes another one.
template <auto Model, target Target, class Storages>
constexpr int find_rule(const Storages& storages, int t) {
    return find_best_rule<Target>([&](const placement_rule& rule) {
        if (!rule.names_memory()) return false;
        for (int other = 0; other < Model.graph.tensor_count; ++other)
            if (storages.of[other] == storages.of[t] && matches<Model>(rule, other)) return true;
        return false;
    });
}

template <int N>
struct place_table {
    int8_t of[N]{};
};

/// Finds the region in which each row tensor is wanted. `storages`: as planning::find_storages
/// gives them.
template <auto Model, target Target, class Storages>
constexpr auto find_places(const Storages& storages) {
    constexpr faulty_rule wrong = faulty_rule_of<Model, Target>;
    complete(static_cast<placement_check<Model, wrong.number, wrong.fault>*>(nullptr));
    place_table<Model.graph.tensor_count> table{};
    for (int t = 0; t < Model.graph.tensor_count; ++t) {
        table.of[t] = -1;
        if constexpr (has_own_places<Model, Target>()) table.of[t] = Model.tensor_places[t];
        if constexpr (is_set(Target.placement) && wrong.fault == placement_fault::none)
            if (storages.of[t] >= 0)
                if (const int rule = find_rule<Model, Target>(storages, t); rule >= 0)
                    table.of[t] =
                        int8_t(find_region(*Target.memories, (*Target.placement)[rule].memory));
    }
    return table;
}

}  // namespace tigris::execution
