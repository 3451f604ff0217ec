// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A model with a state of six elements.

#include <tigris/execution/run.hpp>

namespace tigris::test {

enum class running_sum_step : uint16_t { add, add_again };

/// next = x + h, y = next + x; next is h in the next run. `Type` and `ZeroPoint` are those of all
/// tensors.
template <dtype Type, int ZeroPoint, bool ReadsTwice>
struct running_sum : model_interface<running_sum<Type, ZeroPoint, ReadsTwice>> {
    using op = running_sum_step;
    static constexpr quantization quant =
        Type == dtype::f32 ? quantization{} : quantization{1.0f, ZeroPoint};
    static constexpr target default_target{};
    static constexpr int state_count = 1;
    static constexpr sized_array<int, 2> inputs{{0, 1}};
    static constexpr sized_array<int, 2> outputs{{2, 3}};
    static constexpr sized_array<const char*, 4> tensor_names{{"x", "h", "y", "next"}};
    static constexpr tigris::graph<4, 2, 6> graph{
        .tensors = {{.kind = tensor_kind::input,
                     .type = Type,
                     .index = 0,
                     .dims = {2, {2, 3}},
                     .quant = quant},
                    {.kind = tensor_kind::input,
                     .type = Type,
                     .index = 1,
                     .dims = {2, {2, 3}},
                     .quant = quant},
                    {.kind = tensor_kind::output,
                     .type = Type,
                     .index = 0,
                     .dims = {2, {2, 3}},
                     .quant = quant},
                    {.kind = tensor_kind::output,
                     .type = Type,
                     .index = 1,
                     .dims = {2, {2, 3}},
                     .quant = quant}},
        .nodes = {{ops::kind_of<ops::binary>, 0, 0, 2, 2, 1},
                  {ops::kind_of<ops::binary>, 0, 3, 2, 5, 1}},
        // where h is read twice, next cannot be made over it
        .edges = {0, 1, 3, 3, ReadsTwice ? 1 : 0, 2}};
    static constexpr attribute_tables<table<ops::binary, 1>> attributes{{{{}}}};
    static constexpr sized_array<constant, 0> constants{};
};

}  // namespace tigris::test
