// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model written by hand, as a generated header would have it: sum = a + b, kept = max(sum, 0).
// Two inputs, two outputs, everything float.

#include <tigris/core.hpp>

namespace two_by_two {

enum class op : uint16_t { add, relu };

inline constexpr struct model_type : tigris::model_interface<model_type> {
    using op = two_by_two::op;
    static constexpr tigris::target default_target{};
    static constexpr tigris::sized_array<int, 2> inputs{{0, 1}};
    static constexpr tigris::sized_array<int, 2> outputs{{2, 3}};
    static constexpr tigris::sized_array<const char*, 4> tensor_names{{"a", "b", "sum", "kept"}};
    static constexpr tigris::sized_array<const char*, 2> step_names{{"add", "relu"}};
    static constexpr tigris::graph<4, 2, 5> graph{
        .tensors = {{.kind = tigris::tensor_kind::input, .index = 0, .dims = {2, {2, 3}}},
                    {.kind = tigris::tensor_kind::input, .index = 1, .dims = {2, {2, 3}}},
                    {.kind = tigris::tensor_kind::output, .index = 0, .dims = {2, {2, 3}}},
                    {.kind = tigris::tensor_kind::output, .index = 1, .dims = {2, {2, 3}}}},
        .nodes = {{tigris::ops::kind_of<tigris::ops::binary>, 0, 0, 2, 2, 1},
                  {tigris::ops::kind_of<tigris::ops::convert>, 0, 3, 1, 4, 1}},
        .edges = {0, 1, 2, 2, 3}};
    static constexpr tigris::attribute_tables<tigris::table<tigris::ops::binary, 1>,
                                              tigris::table<tigris::ops::convert, 1>>
        attributes{{{{}}}, {{{.clamp = {.low = 0}}}}};
    static constexpr tigris::sized_array<tigris::constant, 0> constants{};
} model{};

}  // namespace two_by_two
