// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// INSTANTIATIONS: any
// EXPECT: tigris: no kernel computes this function between these element types
#include <helpers/one_step.hpp>

inline constexpr struct model_type : one_step::interface_of<model_type> {
    static constexpr tigris::tensor codes{
        .type = tigris::dtype::i8, .dims = {2, {4, 8}}, .quant = {0.5f, 3}};
    static constexpr tigris::tensor integers{.type = tigris::dtype::i32, .dims = {2, {4, 8}}};
    static constexpr auto graph = one_step::graph_of<tigris::ops::unary>(integers, codes);
    static constexpr tigris::attribute_tables<tigris::table<tigris::ops::unary, 1>> attributes{
        {{{.function = tigris::ops::unary_function::sigmoid}}}};
} model{};

int8_t codes[4][8];
int32_t integers[4][8];
void run_it() { tigris::run(model, codes, integers); }
