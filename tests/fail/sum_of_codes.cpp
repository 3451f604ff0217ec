// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// INSTANTIATIONS: any
// EXPECT: tigris: no kernel reduces codes by this function
#include <helpers/one_step.hpp>

inline constexpr struct model_type : one_step::interface_of<model_type> {
    static constexpr tigris::tensor codes{
        .type = tigris::dtype::i8, .dims = {2, {4, 8}}, .quant = {0.5f, 3}};
    static constexpr tigris::tensor sums{
        .type = tigris::dtype::i8, .dims = {2, {4, 1}}, .quant = {0.5f, 3}};
    static constexpr auto graph = one_step::graph_of<tigris::ops::reduce>(sums, codes);
    static constexpr tigris::attribute_tables<tigris::table<tigris::ops::reduce, 1>> attributes{
        {{{.function = tigris::ops::reduce_function::sum, .axes = 2}}}};
} model{};

int8_t codes[4][8], sums[4][1];
void run_it() { tigris::run(model, codes, sums); }
