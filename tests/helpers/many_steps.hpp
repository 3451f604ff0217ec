// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model of any number of steps: sum[0] = input + input, sum[k] = sum[k - 1] + (sum[k - 7] or
// input), so that some eight tensors are live at once.

#include <tigris/core.hpp>

namespace many_steps {

enum class step_name : uint16_t {};

template <int Steps>
constexpr auto make_graph() {
    tigris::graph<Steps + 1, Steps, 3 * Steps> g{};
    for (int t = 0; t <= Steps; ++t) {
        g.tensors[t] = {.dims = {2, {3, 2}}};
        if (t == 0) g.tensors[t].kind = tigris::tensor_kind::input;
        if (t == Steps) g.tensors[t].kind = tigris::tensor_kind::output;
        if (t == 0 || t == Steps) g.tensors[t].index = 0;
    }
    for (int step = 0; step < Steps; ++step) {
        const int16_t edge = int16_t(3 * step);
        g.nodes[step] = {
            tigris::ops::kind_of<tigris::ops::binary>, 0, edge, 2, int16_t(edge + 2), 1};
        g.edges[edge] = int16_t(step);
        g.edges[edge + 1] = int16_t(step < 7 ? 0 : step - 7);
        g.edges[edge + 2] = int16_t(step + 1);
    }
    return g;
}

template <int Steps>
struct model_type : tigris::model_interface<model_type<Steps>> {
    using op = step_name;
    static constexpr tigris::target default_target{};
    static constexpr tigris::sized_array<int, 1> inputs{{0}};
    static constexpr tigris::sized_array<int, 1> outputs{{Steps}};
    static constexpr tigris::sized_array<const char*, Steps + 1> tensor_names{};
    static constexpr auto graph = make_graph<Steps>();
    static constexpr tigris::attribute_tables<tigris::table<tigris::ops::binary, 1>> attributes{
        {{{}}}};
    static constexpr tigris::sized_array<tigris::constant, 0> constants{};
};

template <int Steps>
inline constexpr model_type<Steps> model{};

}  // namespace many_steps
