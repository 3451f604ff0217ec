// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// More steps than clang lets a fold expression have, planned within every compiler's default
// limits.

#include <tigris/core.hpp>

#include <doctest/doctest.h>

namespace many_steps {

constexpr int steps = 300;

enum class step_name : uint16_t {};

/// sum[0] = input + input, sum[k] = sum[k - 1] + (sum[k - 7] or input).
constexpr auto make_graph() {
    tigris::graph<steps + 1, steps, 3 * steps> g{};
    for (int t = 0; t <= steps; ++t) {
        g.tensors[t] = {.dims = {2, {3, 2}}};
        if (t == 0) g.tensors[t].kind = tigris::tensor_kind::input;
        if (t == steps) g.tensors[t].kind = tigris::tensor_kind::output;
        if (t == 0 || t == steps) g.tensors[t].index = 0;
    }
    for (int step = 0; step < steps; ++step) {
        const int16_t edge = int16_t(3 * step);
        g.nodes[step] = {
            tigris::ops::kind_of<tigris::ops::binary>, 0, edge, 2, int16_t(edge + 2), 1};
        g.edges[edge] = int16_t(step);
        g.edges[edge + 1] = int16_t(step < 7 ? 0 : step - 7);
        g.edges[edge + 2] = int16_t(step + 1);
    }
    return g;
}

inline constexpr struct model_type : tigris::model_interface<model_type> {
    using op = step_name;
    static constexpr tigris::target default_target{};
    static constexpr tigris::sized_array<int, 1> inputs{{0}};
    static constexpr tigris::sized_array<int, 1> outputs{{steps}};
    static constexpr tigris::sized_array<const char*, steps + 1> tensor_names{};
    static constexpr auto graph = make_graph();
    static constexpr tigris::attribute_tables<tigris::table<tigris::ops::binary, 1>> attributes{
        {{{}}}};
    static constexpr tigris::sized_array<tigris::constant, 0> constants{};
} model{};

}  // namespace many_steps

TEST_CASE("300 steps are planned and run") {
    using namespace many_steps;
    float in[6]{1e-20f, 2e-20f}, out[6];
    tigris::run(model, in, out);
    float expected[steps + 1]{in[1]};
    for (int step = 0; step < steps; ++step)
        expected[step + 1] = expected[step] + expected[step < 7 ? 0 : step - 7];
    CHECK(out[1] == expected[steps]);
}

TEST_CASE("their arena holds the tensors that are live, not all of them") {
    static_assert(tigris::plan_of<many_steps::model>.fast_peak_bytes < 20 * 32);
    CHECK(true);
}
