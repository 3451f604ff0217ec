// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// INSTANTIATIONS: any
// EXPECT: tigris: no kernel computes logarithms of sums of integers
#include <helpers/one_step.hpp>

inline constexpr struct model_type : one_step::interface_of<model_type> {
    static constexpr tigris::tensor terms{.type = tigris::dtype::i32, .dims = {2, {4, 8}}};
    static constexpr tigris::tensor logarithms{.type = tigris::dtype::i32, .dims = {2, {4, 1}}};
    static constexpr auto graph = one_step::graph_of<tigris::ops::reduce>(logarithms, terms);
    static constexpr tigris::attribute_tables<tigris::table<tigris::ops::reduce, 1>> attributes{
        {{{.function = tigris::ops::reduce_function::log_sum, .axes = 2}}}};
} model{};

int32_t terms[4][8], logarithms[4][1];
void run_it() { tigris::run(model, terms, logarithms); }
