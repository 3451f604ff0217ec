// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model made of another: the constants of each step are a packed group, all groups at the begin
// of one prefix. The blocks hold nothing, so it is for what compilers say only.

#include <helpers/derived_model.hpp>

namespace tigris::test {

template <auto Base>
constexpr auto group_constants() {
    sized_array<constant_place, Base.constants.size()> places{};
    for (int step = 0; step < Base.graph.node_count; ++step) {
        const operands t = Base.graph.all().operands_of(step);
        for (int i = 0; i < t.inputs; ++i)
            if (t.has_input(i) && t.input(i).kind == tensor_kind::constant)
                places[t.input(i).index] = {int16_t(step), 0};
    }
    return places;
}

template <int Count>
constexpr auto make_groups(const int8_t* begin) {
    sized_array<packed_constants, Count> groups{};
    for (auto& group : groups.items)
        group = {.begin = begin, .packed_bytes = 1, .bytes = prefix_alignment};
    return groups;
}

template <auto Base>
struct packed_by_step : derived_model<packed_by_step<Base>, Base> {
    static constexpr int8_t block[1]{};
    static constexpr target default_target{};
    static constexpr auto constants = Base.constants;
    static constexpr auto constant_places = group_constants<Base>();
    static constexpr auto packed = make_groups<Base.graph.node_count>(block);
    static constexpr int64_t prefix_bytes = prefix_alignment;
};

}  // namespace tigris::test
