// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Models written by hand of one step without constants: inputs 0, 1, ... and one output.

#include <tigris/core.hpp>

namespace one_step {

enum class op : uint16_t { only };

/// The rest, `graph` and `attributes`, is Self's.
template <class Self, int Inputs = 1>
struct interface_of : tigris::model_interface<Self> {
    using op = one_step::op;
    static constexpr tigris::target default_target{};
    static constexpr auto inputs = [] {
        tigris::sized_array<int, Inputs> numbers{};
        for (int i = 0; i < Inputs; ++i) numbers.items[i] = i;
        return numbers;
    }();
    static constexpr tigris::sized_array<int, 1> outputs{{Inputs}};
    static constexpr tigris::sized_array<const char*, Inputs + 1> tensor_names{};
    static constexpr tigris::sized_array<tigris::constant, 0> constants{};
};

/// The step reads all inputs, whatever it may make of them.
template <class Op, class... Inputs>
constexpr auto graph_of(tigris::tensor output, Inputs... inputs) {
    constexpr int count = sizeof...(Inputs);
    tigris::graph<count + 1, 1, count + 1> made{
        .tensors = {inputs..., output},
        .nodes = {{tigris::ops::kind_of<Op>, 0, 0, count, count, 1}},
        .edges = {}};
    for (int t = 0; t <= count; ++t) {
        tigris::tensor& described = made.tensors[t];
        described.kind = t < count ? tigris::tensor_kind::input : tigris::tensor_kind::output;
        described.index = t < count ? int16_t(t) : int16_t(0);
        made.edges[t] = int16_t(t);
    }
    return made;
}

}  // namespace one_step
