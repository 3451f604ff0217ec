// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// What models made of another take over from it: all but where their constants are.

#include <tigris/execution/run.hpp>

namespace tigris::test {

template <class Self, auto Base>
struct derived_model : model_interface<Self> {
    using op = typename type_of<Base>::op;
    static constexpr auto inputs = Base.inputs;
    static constexpr auto outputs = Base.outputs;
    static constexpr auto tensor_names = Base.tensor_names;
    static constexpr auto step_names = Base.step_names;
    static constexpr auto graph = Base.graph;
    static constexpr auto attributes = Base.attributes;
};

}  // namespace tigris::test
