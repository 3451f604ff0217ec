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

constexpr tigris::target on_the_library{.backend = tigris::cmsis_nn};
constinit tigris::workspace<model, on_the_library> memory{};

void run_it(const tigris::input_buffer<model>& in, tigris::output_buffer<model>& out) {
    tigris::run(model, memory, in, out);
}
