// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model written by hand: two matrix products with 8-bit weights, so that there is an arena and
// flash to run out of. rows [200, 30] -> hidden -> result.

#include <tigris/core.hpp>

namespace two_layers {

enum class op : uint16_t { first_gemm, second_gemm, last_relu };

inline constexpr int8_t weights[900]{};
inline constexpr int32_t multiplier[1]{1 << 30};
inline constexpr int8_t shift[1]{};

inline constexpr struct model_type : tigris::model_interface<model_type> {
    using op = two_layers::op;
    static constexpr tigris::target default_target{};
    static constexpr tigris::sized_array<int, 1> inputs{{0}};
    static constexpr tigris::sized_array<int, 1> outputs{{3}};
    static constexpr tigris::sized_array<const char*, 7> tensor_names{
        {"rows", "hidden", "more", "result", "weights", "multiplier", "shift"}};
    static constexpr tigris::graph<7, 3, 14> graph{
        .tensors = {{.kind = tigris::tensor_kind::input,
                     .type = tigris::dtype::i8,
                     .index = 0,
                     .dims = {2, {200, 30}},
                     .quant = {0.5f, 3}},
                    {.type = tigris::dtype::i8, .dims = {2, {200, 30}}, .quant = {0.5f, 3}},
                    {.type = tigris::dtype::i8, .dims = {2, {200, 30}}, .quant = {0.5f, 3}},
                    {.kind = tigris::tensor_kind::output,
                     .type = tigris::dtype::i8,
                     .index = 0,
                     .dims = {2, {200, 30}},
                     .quant = {0.5f, 3}},
                    {.kind = tigris::tensor_kind::constant,
                     .type = tigris::dtype::i8,
                     .index = 0,
                     .dims = {2, {30, 30}}},
                    {.kind = tigris::tensor_kind::constant,
                     .type = tigris::dtype::i32,
                     .index = 1,
                     .dims = {1, {1}}},
                    {.kind = tigris::tensor_kind::constant,
                     .type = tigris::dtype::i8,
                     .index = 2,
                     .dims = {1, {1}}}},
        .nodes = {{tigris::ops::kind_of<tigris::ops::gemm>, 0, 0, 5, 5, 1},
                  {tigris::ops::kind_of<tigris::ops::gemm>, 0, 6, 5, 11, 1},
                  {tigris::ops::kind_of<tigris::ops::convert>, 0, 12, 1, 13, 1}},
        .edges = {0, 4, -1, 5, 6, 1, 1, 4, -1, 5, 6, 2, 2, 3}};
    static constexpr tigris::attribute_tables<tigris::table<tigris::ops::gemm, 1>,
                                              tigris::table<tigris::ops::convert, 1>>
        attributes{{{{}}}, {{{.clamp = {.low = 0}}}}};
    static constexpr tigris::sized_array<tigris::constant, 3> constants{
        {{.bytes = weights}, {.words = multiplier}, {.bytes = shift}}};
} model{};

inline int8_t rows[6000], result[6000];

}  // namespace two_layers
