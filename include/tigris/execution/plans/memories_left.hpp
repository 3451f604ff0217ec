// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Regions that staged constants are copied to, and bytes that constants and states leave of a
// target's memories.

#include <tigris/execution/plans/facts.hpp>
#include <tigris/execution/plans/places.hpp>
#include <tigris/planning/layout/alignment.hpp>
#include <tigris/support/is_set.hpp>

namespace tigris::execution {

constexpr int find_destination(const memory_map* map, const char* name) {
    const int region = is_set(map) ? find_region(*map, name) : -1;
    return region >= 0 && (*map)[region].holds_activations() ? region : -1;
}

/// A constant of a block.
template <auto Model>
constexpr int find_member(int block) {
    int t = 0;
    while (kind_of<Model>(t) != placed::constant || staged_block_of<Model>(t) != block) ++t;
    return t;
}

template <auto Model, target Target, int Source>
constexpr int find_staged_region() {
    const char* name = Model.staged[Source].destination;
    if constexpr (is_set(Target.placement))
        name = destination_of<Model, Target>(Source, find_member<Model>(Source));
    return find_destination(Target.memories, name);
}

template <auto Model, const memory_map* Map, int Source, int Region>
constexpr bool has_room_for_staged() {
    return Region < 0 || uint64_t(Model.staged[Source].bytes) <= (*Map)[Region].bytes;
}

/// Completing this type gives one error if the target lacks the memory or the room for a block of
/// staged constants.
template <auto Model, const memory_map* Map, int Source, int Region>
struct staging_check {
    static_assert(
        Region >= 0,
        "tigris: the model's staged constants are copied to a memory that the target does "
        "not have, or that is read-only; convert the model for this target");
    static_assert(has_room_for_staged<Model, Map, Source, Region>(),
                  "tigris: the model's staged constants do not fit in the memory that they are "
                  "copied to");
};

/// The first block of staged constants that a target has no room for, or -1.
template <auto Model, target Target, int Source = 0>
constexpr int find_lost_block() {
    if constexpr (Source == staged_count<Model>) {
        return -1;
    } else {
        constexpr int region = find_staged_region<Model, Target, Source>();
        if constexpr (region < 0 || !has_room_for_staged<Model, Target.memories, Source, region>())
            return Source;
        else
            return find_lost_block<Model, Target, Source + 1>();
    }
}

/// The region that block number Source of staged constants is copied to. 0 after an error: there is
/// no such region, or rules are wrong.
template <auto Model, target Target, int Source>
constexpr int check_destination() {
    if constexpr (faulty_rule_of<Model, Target>.fault != placement_fault::none) {
        return 0;
    } else {
        constexpr int region = find_staged_region<Model, Target, Source>();
        complete(static_cast<staging_check<Model, Target.memories, Source, region>*>(nullptr));
        return region < 0 ? 0 : region;
    }
}
template <auto Model, target Target, int Source>
inline constexpr int staged_region = check_destination<Model, Target, Source>();

/// The block that is copied to a region, or -1.
template <auto Model, target Target>
constexpr int find_staged(int region) {
    int found = -1;
    for_each_index<staged_count<Model>>([&](auto source) {
        if (staged_region<Model, Target, source.value> == region) found = source.value;
    });
    return found;
}

constexpr uint64_t less(uint64_t bytes, uint64_t taken) {
    return bytes > taken ? bytes - taken : 0;
}

/// Values of each state for which memory is left: two if the tool found that a plan needs two.
template <auto Model>
constexpr int values_of_states() {
    if constexpr (requires { Model.values_of_states; })
        return Model.values_of_states;
    else
        return 1;
}

/// Bytes of memory that is left for states.
template <auto Model, target Target>
constexpr int64_t bytes_left_for_states() {
    constexpr int first = own_inputs<type_of<Model>>;
    int64_t bytes = 0;
    for (int s = 0; s < type_of<Model>::state_count; ++s)
        bytes += planning::align_up(bytes_of(Model.graph.tensors[Model.inputs[first + s]]),
                                    offset_alignment<Model, Target>);
    return bytes * values_of_states<Model>();
}

/// Bytes of each region that constants take: copied constants, and constants that the linker puts
/// there.
struct taken_bytes {
    int64_t of[memory_map::capacity]{};
};

template <auto Model, target Target>
constexpr taken_bytes find_taken() {
    taken_bytes taken{};
    if constexpr (has_staged<Model>)
        for_each_index<staged_count<Model>>([&](auto source) {
            taken.of[staged_region<Model, Target, source.value>] +=
                Model.staged[source.value].bytes;
        });
    if constexpr (requires { Model.cold; })
        for (const cold_constants& c : Model.cold)
            if (const int region = find_region(*Target.memories, c.memory); region >= 0)
                taken.of[region] += c.bytes;
    return taken;
}
template <auto Model, target Target>
inline constexpr taken_bytes taken_by_constants = find_taken<Model, Target>();

/// Whether the prefix of packed constants has room beside other constants in the fastest memory.
template <auto Model, target Target>
constexpr bool has_room_for_prefix() {
    if constexpr (has_packed<Model> && is_set(Target.memories)) {
        constexpr int first = planning::first_fast_region(Target);
        return uint64_t(prefix_bytes<Model> + taken_by_constants<Model, Target>.of[first]) <=
               (*Target.memories)[first].bytes;
    } else {
        return true;
    }
}

/// Completing this type gives one error if the prefix of packed constants does not fit in the
/// fastest memory.
template <auto Model, target Target>
struct prefix_check {
    static_assert(has_room_for_prefix<Model, Target>(),
                  "tigris: the decoded constants of --compress do not fit in the target's fastest "
                  "memory; convert with a smaller GROUP");
};

template <auto Model, target Target>
constexpr memory_map find_memories_left() {
    memory_map left = *Target.memories;
    const auto take = [&](int region, int64_t bytes) {
        left.regions[region].bytes = less(left.regions[region].bytes, uint64_t(bytes));
    };
    for (int region = 0; region < left.size(); ++region)
        take(region, taken_by_constants<Model, Target>.of[region]);
    take(planning::first_fast_region(Target), prefix_bytes<Model>);
    if constexpr (type_of<Model>::state_count > 0)
        take(region_of_states<Model, Target>, bytes_left_for_states<Model, Target>());
    return left;
}
template <auto Model, target Target>
inline constexpr memory_map memories_left = find_memories_left<Model, Target>();

/// Whether constants or states take memory of the target, too.
template <auto Model>
constexpr bool shares_memory() {
    return takes_memory<Model> || type_of<Model>::state_count > 0 || requires { Model.cold; };
}

/// The target with the bytes of its memories that constants and states leave to activations.
template <auto Model, target Target>
constexpr target without_constants() {
    target left = Target;
    if constexpr (shares_memory<Model>() && is_set(Target.memories))
        left.memories = &memories_left<Model, Target>;
    left.fast = planning::without_prefix(left.fast, prefix_bytes<Model>);
    return left;
}

/// Completing this type gives one error if a memory map is not sound.
template <const memory_map* Map>
struct sound_memories {
    static_assert(is_sound(*Map),
                  "tigris: the target's memory map names a region twice, or an alignment in it is "
                  "not a power of two");
};
template <>
struct sound_memories<nullptr> {};

template <target Target>
constexpr bool has_sound_memories() {
    if constexpr (!is_set(Target.memories))
        return true;
    else
        return is_sound(*Target.memories);
}

/// The target with budgets and costs as its memories give them. Constants and states are
/// subtracted.
template <auto Model, target Target>
constexpr target resolve() {
    complete(static_cast<sound_memories<Target.memories>*>(nullptr));
    target resolved =
        planning::resolve(without_constants<Model, Target>(), offset_alignment<Model, Target>);
    resolved.memories = Target.memories;
    return resolved;
}
template <auto Model, target Target>
inline constexpr target resolved = resolve<Model, Target>();

template <auto Model, target Target>
inline constexpr planning::space fast_space_of = planning::space_of(
    without_constants<Model, Target>(), planning::fast_space, offset_alignment<Model, Target>);
template <auto Model, target Target>
inline constexpr planning::space slow_space_of = planning::space_of(
    without_constants<Model, Target>(), planning::slow_space, offset_alignment<Model, Target>);

}  // namespace tigris::execution
