// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model made of another: all its constants are copied from memory FLASH to DTCM before a run.

#include <helpers/derived_model.hpp>

namespace tigris::test {

inline constexpr memory_map staging_memories{
    {{.name = "DTCM", .bytes = 64 << 10},
     {.name = "SRAM", .bytes = 256 << 10, .read_cost = 125, .write_cost = 125},
     {.name = "FLASH", .bytes = 1 << 20, .read_cost = 500, .is_writable = false}}};

template <auto Base>
constexpr int64_t bytes_of_constant(int number) {
    for (const tensor& t : Base.graph.tensors)
        if (t.kind == tensor_kind::constant && t.index == number) return bytes_of(t);
    return 0;
}

template <auto Base>
struct staging_layout {
    sized_array<constant_place, Base.constants.size()> places{};
    int32_t bytes = 0;
};

template <auto Base>
constexpr auto lay_out_constants() {
    staging_layout<Base> layout{};
    for (int i = 0; i < Base.constants.size(); ++i) {
        layout.places[i] = {0, layout.bytes};
        layout.bytes += (int32_t(bytes_of_constant<Base>(i)) + 15) / 16 * 16;
    }
    return layout;
}

/// The block that constants are copied from. It can be changed, so that tests can tell it from the
/// literals.
template <auto Base>
inline constexpr auto layout_of = lay_out_constants<Base>();
template <auto Base>
alignas(16) inline unsigned char source_block[layout_of<Base>.bytes];

template <auto Base>
void fill_source_block() {
    for (int i = 0; i < Base.constants.size(); ++i) {
        const constant c = Base.constants[i];
        const void* from = c.words ? static_cast<const void*>(c.words) : c.bytes;
        __builtin_memcpy(source_block<Base> + layout_of<Base>.places[i].offset, from,
                         size_t(bytes_of_constant<Base>(i)));
    }
}

template <auto Base, const memory_map& Memories = staging_memories>
struct staged_model : derived_model<staged_model<Base, Memories>, Base> {
    static constexpr target default_target{.memories = &Memories};
    static constexpr auto constants = Base.constants;
    static constexpr auto constant_places = layout_of<Base>.places;
    static constexpr sized_array<staged_constants, 1> staged{
        {{"FLASH", "DTCM", source_block<Base>, layout_of<Base>.bytes}}};
};

/// The same in two blocks: constants with even numbers are copied to DTCM, the others to SRAM.
template <auto Base>
struct halves_layout {
    sized_array<constant_place, Base.constants.size()> places{};
    int32_t bytes[2]{};
};

template <auto Base>
constexpr auto lay_out_halves() {
    halves_layout<Base> layout{};
    for (int i = 0; i < Base.constants.size(); ++i) {
        int32_t& end = layout.bytes[i % 2];
        layout.places[i] = {int16_t(i % 2), end};
        end += (int32_t(bytes_of_constant<Base>(i)) + 15) / 16 * 16;
    }
    return layout;
}
template <auto Base>
inline constexpr auto halves_of = lay_out_halves<Base>();
template <auto Base, int Half>
alignas(16) inline unsigned char half_block[halves_of<Base>.bytes[Half]];

template <auto Base>
void fill_halves() {
    for (int i = 0; i < Base.constants.size(); ++i) {
        const constant c = Base.constants[i];
        const void* from = c.words ? static_cast<const void*>(c.words) : c.bytes;
        unsigned char* half = i % 2 ? half_block<Base, 1> : half_block<Base, 0>;
        __builtin_memcpy(half + halves_of<Base>.places[i].offset, from,
                         size_t(bytes_of_constant<Base>(i)));
    }
}

template <auto Base>
struct model_in_halves : derived_model<model_in_halves<Base>, Base> {
    static constexpr target default_target{.memories = &staging_memories};
    static constexpr auto constants = Base.constants;
    static constexpr auto constant_places = halves_of<Base>.places;
    static constexpr sized_array<staged_constants, 2> staged{
        {{"FLASH", "DTCM", half_block<Base, 0>, halves_of<Base>.bytes[0]},
         {"FLASH", "SRAM", half_block<Base, 1>, halves_of<Base>.bytes[1]}}};
};

}  // namespace tigris::test
