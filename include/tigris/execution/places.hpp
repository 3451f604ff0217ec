// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// In which region each tensor is wanted: by the rules with which the model was converted, and by
// those of the target, which win.

#include <tigris/execution/facts.hpp>
#include <tigris/planning/arena_kind.hpp>

namespace tigris::execution {

/// Whether the model was converted with rules for the memories that the target has.
template <auto Model, target Target>
constexpr bool has_own_places() {
    if constexpr (requires { Model.tensor_places; })
        return Target.memories != nullptr && *Target.memories == Model.memories;
    else
        return false;
}
template <auto Model, target Target>
constexpr bool has_places() {
    return has_own_places<Model, Target>() || Target.placement != nullptr;
}

/// What a rule calls a tensor.
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

/// Whether a tensor is an input or output where the caller has it.
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

/// The same for a state.
template <auto Model, target Target>
constexpr int find_state_rule(int t) {
    return find_best_rule<Target>(
        [&](const placement_rule& rule) { return matches<Model>(rule, t); });
}

/// The region where rules want a model's states, which all lie in one, or -1.
template <auto Model, target Target>
constexpr int find_wanted_for_states() {
    int wanted = -1;
    for (int t = 0; t < Model.graph.tensor_count; ++t) {
        if (kind_of<Model>(t) != placed::persistent) continue;
        if constexpr (has_own_places<Model, Target>())
            if (Model.tensor_places[t] >= 0) wanted = Model.tensor_places[t];
        if constexpr (Target.placement != nullptr && Target.memories != nullptr)
            if (const int rule = find_state_rule<Model, Target>(t); rule >= 0)
                wanted = find_region(*Target.memories, (*Target.placement)[rule].memory);
    }
    return wanted;
}
template <auto Model, target Target>
inline constexpr int wanted_for_states = find_wanted_for_states<Model, Target>();

/// The region of the arena of states: the first fast memory, unless rules want another.
template <auto Model, target Target>
inline constexpr int region_of_states = wanted_for_states<Model, Target> >= 0
                                            ? wanted_for_states<Model, Target>
                                            : planning::first_fast_region(Target);

/// What is wrong with a rule of the target for one tensor that matches.
template <auto Model, target Target>
constexpr placement_fault find_fault_for(int number, int region, int t) {
    if (kind_of<Model>(t) == placed::constant) return placement_fault::constant;
    if (kind_of<Model>(t) == placed::persistent && region != region_of_states<Model, Target> &&
        find_state_rule<Model, Target>(t) == number)
        return placement_fault::state;
    if ((*Target.placement)[number].names_tensor() && is_callers<Model, Target>(t))
        return placement_fault::caller;
    return placement_fault::none;
}

template <auto Model, target Target>
constexpr placement_fault find_rule_fault(int number) {
    if (Target.memories == nullptr) return placement_fault::unknown_memory;
    const placement_rule& rule = (*Target.placement)[number];
    const int region = find_region(*Target.memories, rule.memory);
    if (region < 0) return placement_fault::unknown_memory;
    bool is_known = !rule.names_tensor();
    for (int t = 0; t < Model.graph.tensor_count; ++t) {
        if (!matches<Model>(rule, t)) continue;
        is_known = true;
        if (const placement_fault fault = find_fault_for<Model, Target>(number, region, t);
            fault != placement_fault::none)
            return fault;
    }
    if (!is_known) return placement_fault::unknown_id;
    return (*Target.memories)[region].holds_activations() ? placement_fault::none
                                                          : placement_fault::read_only;
}

struct faulty_rule {
    int number = 0;
    placement_fault fault = placement_fault::none;
};

/// The first rule of a target that cannot be obeyed.
template <auto Model, target Target>
constexpr faulty_rule find_faulty_rule() {
    if constexpr (Target.placement != nullptr)
        for (int number = 0; number < Target.placement->size(); ++number)
            if (const placement_fault fault = find_rule_fault<Model, Target>(number);
                fault != placement_fault::none)
                return {number, fault};
    return {};
}

/// The target's last rule of the highest rank that matches a name of the memory that t lies in, or
/// -1: what a reshape makes is another name.
template <auto Model, target Target, class Storages>
constexpr int find_rule(const Storages& storages, int t) {
    return find_best_rule<Target>([&](const placement_rule& rule) {
        for (int other = 0; other < Model.graph.tensor_count; ++other)
            if (storages.of[other] == storages.of[t] && matches<Model>(rule, other)) return true;
        return false;
    });
}

template <int N>
struct place_table {
    int8_t of[N]{};
};

/// `storages` as planning::find_storages gives it.
template <auto Model, target Target, class Storages>
constexpr auto find_places(const Storages& storages) {
    constexpr faulty_rule wrong = find_faulty_rule<Model, Target>();
    complete(static_cast<planning::sound_placement<type_of<Model>, rule_number<wrong.number>,
                                                   rule_is<wrong.fault>>*>(nullptr));
    place_table<Model.graph.tensor_count> table{};
    for (int t = 0; t < Model.graph.tensor_count; ++t) {
        table.of[t] = -1;
        if constexpr (has_own_places<Model, Target>()) table.of[t] = Model.tensor_places[t];
        if constexpr (Target.placement != nullptr && wrong.fault == placement_fault::none)
            if (storages.of[t] >= 0)
                if (const int rule = find_rule<Model, Target>(storages, t); rule >= 0)
                    table.of[t] =
                        int8_t(find_region(*Target.memories, (*Target.placement)[rule].memory));
    }
    return table;
}

}  // namespace tigris::execution
