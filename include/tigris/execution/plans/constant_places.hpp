// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Where a run reads a model's constants.

#include <tigris/model/backend.hpp>
#include <tigris/model/constant_place.hpp>
#include <tigris/model/node.hpp>
#include <tigris/model/weight_blob.hpp>
#include <tigris/support/index_sequence.hpp>

namespace tigris::execution {

template <auto Model>
constexpr int count_staged() {
    if constexpr (requires { Model.staged; })
        return Model.staged.size();
    else
        return 0;
}

/// Blocks of constants that a model copies before they are read.
template <auto Model>
inline constexpr int staged_count = count_staged<Model>();

template <auto Model>
constexpr int count_packed() {
    if constexpr (requires { Model.packed; })
        return Model.packed.size();
    else
        return 0;
}

/// Blocks of constants that a run decodes.
template <auto Model>
inline constexpr int packed_count = count_packed<Model>();

/// Whether constants come in a blob that the caller binds.
template <auto Model>
constexpr bool find_blob() {
    return requires { Model.blob; };
}
template <auto Model>
inline constexpr bool has_blob = find_blob<Model>();

/// Blocks of all kinds. Constants that are read in place from a blob are one block.
template <auto Model>
inline constexpr int block_count = staged_count<Model> + packed_count<Model> + int(has_blob<Model>);

template <auto Model>
inline constexpr bool has_staged = staged_count<Model> != 0;
template <auto Model>
inline constexpr bool has_packed = packed_count<Model> != 0;
template <auto Model>
inline constexpr bool has_blocks = block_count<Model> != 0;

/// Whether blocks of constants take memory of the target.
template <auto Model>
inline constexpr bool takes_memory = has_staged<Model> || has_packed<Model>;

template <auto Model>
constexpr int64_t find_prefix() {
    if constexpr (has_packed<Model>)
        return Model.prefix_bytes;
    else
        return 0;
}

/// Bytes at the start of fast memory into which packed constants are decoded.
template <auto Model>
inline constexpr int64_t prefix_bytes = find_prefix<Model>();

/// Bytes of flash that packed constants save.
template <auto Model>
constexpr int64_t count_saved() {
    int64_t saved = 0;
    if constexpr (has_packed<Model>)
        for (const packed_constants& g : Model.packed) saved += g.bytes - g.packed_bytes;
    return saved;
}

/// Offset in the blob of a step's constants prepared for a backend's kernels; 0 if there are none.
template <auto Model>
constexpr int32_t prepared_in_blob(int step, backend of) {
    if constexpr (requires { Model.prepared; })
        if (Model.prepared_for == of)
            for (const prepared_place& p : Model.prepared)
                if (p.step == step) return p.offset;
    return 0;
}

/// Bytes of flash of all prepared constants of a blob.
template <auto Model>
constexpr int64_t count_prepared() {
    int64_t bytes = 0;
    if constexpr (requires { Model.prepared; })
        for (const prepared_place& p : Model.prepared) bytes += p.bytes;
    return bytes;
}

/// Whether a run reads a constant elsewhere than where the compiler has it.
template <auto Model>
constexpr bool is_moved(int constant) {
    if constexpr (has_blocks<Model>)
        return Model.constant_places[constant].source >= 0;
    else
        return false;
}

/// Whether a run reads a constant of this step elsewhere than where the compiler has it.
template <auto Model>
constexpr bool reads_moved(const operands& t) {
    if constexpr (has_blocks<Model>)
        for (int i = 0; i < t.inputs; ++i)
            if (t.has_input(i) && t.input(i).kind == tensor_kind::constant &&
                is_moved<Model>(t.input(i).index))
                return true;
    return false;
}

/// Stands for all constants in records whose constants are found only in a run.
struct no_constants {
    constexpr constant operator[](int) const { return {}; }
};

/// Constants by their numbers, at their addresses in a run. `blocks`: where their blocks begin.
template <auto Model>
struct constants_in_memory {
    const unsigned char* const* blocks;

    [[gnu::always_inline]] constant operator[](int i) const {
        const constant_place place = Model.constant_places[i];
        if (place.source < 0) return Model.constants[i];
        const void* begin = blocks[place.source] + place.offset;
        return {static_cast<const int8_t*>(begin), static_cast<const int32_t*>(begin)};
    }
    [[gnu::always_inline]] const unsigned char* blob() const {
        return blocks[block_count<Model> - 1];
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
