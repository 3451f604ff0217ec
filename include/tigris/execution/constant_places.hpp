// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Where a run reads a model's constants, and what they leave of a target's memories.

#include <tigris/model/constant_place.hpp>
#include <tigris/model/node.hpp>
#include <tigris/planning/arena_kind.hpp>
#include <tigris/support/index_sequence.hpp>

namespace tigris::execution {

template <auto Model>
constexpr int count_staged() {
    if constexpr (requires { Model.staged; })
        return Model.staged.size();
    else
        return 0;
}

/// How many blocks of constants a model copies before they are read.
template <auto Model>
inline constexpr int staged_count = count_staged<Model>();

template <auto Model>
constexpr int count_packed() {
    if constexpr (requires { Model.packed; })
        return Model.packed.size();
    else
        return 0;
}

/// How many blocks of constants a run decodes.
template <auto Model>
inline constexpr int packed_count = count_packed<Model>();

/// Whether constants come in a blob that the caller binds.
template <auto Model>
constexpr bool find_blob() {
    return requires { Model.blob; };
}
template <auto Model>
inline constexpr bool has_blob = find_blob<Model>();

/// How many blocks of all kinds there are: those that are read in place from a blob are one.
template <auto Model>
inline constexpr int block_count = staged_count<Model> + packed_count<Model> + int(has_blob<Model>);

template <auto Model>
inline constexpr bool has_staged = staged_count<Model> != 0;
template <auto Model>
inline constexpr bool has_packed = packed_count<Model> != 0;
template <auto Model>
inline constexpr bool has_blocks = block_count<Model> != 0;

/// Whether blocks of constants take memory of the target's.
template <auto Model>
inline constexpr bool takes_memory = has_staged<Model> || has_packed<Model>;

template <auto Model>
constexpr int64_t find_prefix() {
    if constexpr (has_packed<Model>)
        return Model.prefix_bytes;
    else
        return 0;
}

/// Bytes at the begin of fast memory that packed constants are decoded into.
template <auto Model>
inline constexpr int64_t prefix_bytes = find_prefix<Model>();

/// What packed constants take less of flash.
template <auto Model>
constexpr int64_t count_saved() {
    int64_t saved = 0;
    if constexpr (has_packed<Model>)
        for (const packed_constants& g : Model.packed) saved += g.bytes - g.packed_bytes;
    return saved;
}

/// Whether a run reads a constant elsewhere than where the compiler has it.
template <auto Model>
constexpr bool is_moved(int constant) {
    if constexpr (has_blocks<Model>)
        return Model.constant_places[constant].source >= 0;
    else
        return false;
}

/// The same of any constant that a step reads.
template <auto Model>
constexpr bool reads_moved(const operands& t) {
    if constexpr (has_blocks<Model>)
        for (int i = 0; i < t.inputs; ++i)
            if (t.has_input(i) && t.input(i).kind == tensor_kind::constant &&
                is_moved<Model>(t.input(i).index))
                return true;
    return false;
}

constexpr int find_destination(const memory_map* map, const char* name) {
    const int region = map ? find_region(*map, name) : -1;
    return region >= 0 && (*map)[region].holds_activations() ? region : -1;
}

template <auto Model, const memory_map* Map, int Source>
inline constexpr int found_destination = find_destination(Map, Model.staged[Source].destination);

template <auto Model, const memory_map* Map, int Source>
constexpr bool has_room_for_staged() {
    constexpr int region = found_destination<Model, Map, Source>;
    if constexpr (region < 0)
        return true;
    else
        return uint64_t(Model.staged[Source].bytes) <= (*Map)[region].bytes;
}

/// Its completion is one error where a target lacks what staged constants need.
template <auto Model, const memory_map* Map, int Source>
struct staging_check {
    static_assert(found_destination<Model, Map, Source> >= 0,
                  "tigris: the target has no writable memory of the name that the model's staged "
                  "constants are copied to; convert the model for this board");
    static_assert(has_room_for_staged<Model, Map, Source>(),
                  "tigris: the model's staged constants take more than the memory has that they "
                  "are copied to");
};

/// The region that block number Source of staged constants is copied to; 0 behind the error that
/// there is none.
template <auto Model, target Target, int Source>
constexpr int check_destination() {
    complete(static_cast<staging_check<Model, Target.memories, Source>*>(nullptr));
    constexpr int region = found_destination<Model, Target.memories, Source>;
    return region < 0 ? 0 : region;
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

template <auto Model, target Target>
constexpr memory_map find_memories_left() {
    memory_map left = *Target.memories;
    const auto take = [&](int region, int64_t bytes) {
        left.regions[region].bytes = less(left.regions[region].bytes, uint64_t(bytes));
    };
    if constexpr (has_staged<Model>)
        for_each_index<staged_count<Model>>([&](auto source) {
            take(staged_region<Model, Target, source.value>, Model.staged[source.value].bytes);
        });
    take(planning::first_fast_region(Target), prefix_bytes<Model>);
    return left;
}
template <auto Model, target Target>
inline constexpr memory_map memories_left = find_memories_left<Model, Target>();

/// The target with what its constants leave of its memories to activations.
template <auto Model, target Target>
constexpr target without_constants() {
    target left = Target;
    if constexpr (takes_memory<Model> && Target.memories != nullptr)
        left.memories = &memories_left<Model, Target>;
    left.fast = planning::without_prefix(left.fast, prefix_bytes<Model>);
    return left;
}

/// What stands for all constants in records that find them in a run only.
struct no_constants {
    constexpr constant operator[](int) const { return {}; }
};

/// Constants by their numbers as a run finds them; `blocks` are where their blocks begin.
template <auto Model>
struct constants_in_memory {
    const unsigned char* const* blocks;

    [[gnu::always_inline]] constant operator[](int i) const {
        const constant_place place = Model.constant_places[i];
        if (place.source < 0) return Model.constants[i];
        const void* begin = blocks[place.source] + place.offset;
        return {static_cast<const int8_t*>(begin), static_cast<const int32_t*>(begin)};
    }
};

/// Where the blocks of constants begin in a run.
template <auto Model, int Count = block_count<Model>>
struct constant_blocks {
    const unsigned char* begins[Count];

    [[gnu::always_inline]] constants_in_memory<Model> all() const { return {begins}; }
};
template <auto Model>
struct constant_blocks<Model, 0> {};

}  // namespace tigris::execution
