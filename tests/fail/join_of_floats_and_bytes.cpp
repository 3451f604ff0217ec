// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// INSTANTIATIONS: any
// EXPECT: tigris: no kernel joins tensors of these different element types
#include <helpers/one_step.hpp>

inline constexpr struct model_type : one_step::interface_of<model_type, 2> {
    static constexpr tigris::tensor floats{.dims = {2, {4, 8}}};
    static constexpr tigris::tensor bytes{
        .type = tigris::dtype::i8, .dims = {2, {4, 8}}, .quant = {0.5f, 3}};
    static constexpr tigris::tensor joined{.dims = {2, {4, 16}}};
    static constexpr auto graph = one_step::graph_of<tigris::ops::concat>(joined, floats, bytes);
    static constexpr tigris::attribute_tables<tigris::table<tigris::ops::concat, 1>> attributes{
        {{{.axis = 1}}}};
} model{};

float floats[4][8], joined[4][16];
int8_t bytes[4][8];
void run_it() { tigris::run(model, tigris::inputs(floats, bytes), tigris::outputs(joined)); }
