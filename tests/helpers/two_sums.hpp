// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model with two states of six elements.

#include <tigris/execution/run.hpp>

namespace tigris::test {

enum class two_sums_step : uint16_t { add, add_sums, add_both };

constexpr tensor six_numbers(tensor_kind kind, int index) {
    return {.kind = kind, .type = dtype::f32, .index = int16_t(index), .dims = {2, {2, 3}}};
}

/// sum = x + h, which is h in the next run; total = sum + g, which is g in the next run; y = total
/// + g. Nothing reads h after sum is made, but g is read when total is there.
struct two_sums : model_interface<two_sums> {
    using op = two_sums_step;
    static constexpr target default_target{};
    static constexpr int state_count = 2;
    static constexpr sized_array<int, 3> inputs{{0, 1, 2}};
    static constexpr sized_array<int, 3> outputs{{3, 4, 5}};
    static constexpr sized_array<const char*, 6> tensor_names{{"x", "h", "g", "y", "sum", "total"}};
    static constexpr tigris::graph<6, 3, 9> graph{
        .tensors = {six_numbers(tensor_kind::input, 0), six_numbers(tensor_kind::input, 1),
                    six_numbers(tensor_kind::input, 2), six_numbers(tensor_kind::output, 0),
                    six_numbers(tensor_kind::output, 1), six_numbers(tensor_kind::output, 2)},
        .nodes = {{ops::kind_of<ops::binary>, 0, 0, 2, 2, 1},
                  {ops::kind_of<ops::binary>, 0, 3, 2, 5, 1},
                  {ops::kind_of<ops::binary>, 0, 6, 2, 8, 1}},
        .edges = {0, 1, 4, 4, 2, 5, 5, 2, 3}};
    static constexpr attribute_tables<table<ops::binary, 1>> attributes{{{{}}}};
    static constexpr sized_array<constant, 0> constants{};
};

}  // namespace tigris::test
