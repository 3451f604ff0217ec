// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the target's backend calls a library that the program does not have
#include <helpers/two_layers.hpp>

constexpr struct model_type : two_layers::model_type {
    static constexpr auto graph = [] {
        auto same = two_layers::model_type::graph;
        same.rounds = tigris::rounding::tflite;
        return same;
    }();
} model{};

constexpr auto& plan = tigris::plan_of<model, tigris::target{.backend = tigris::cmsis_nn}>;
