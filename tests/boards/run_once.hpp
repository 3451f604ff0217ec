// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A run of a model of one input and one output, in the library's arenas.

#include <tigris/tigris.hpp>

template <auto Model>
void run_once() {
    using input = tigris::input_edge<Model, 0>;
    using output = tigris::output_edge<Model, 0>;
    static typename input::type in[input::extent];
    static typename output::type out[output::extent];
    tigris::run(Model, tigris::default_workspace<Model>, in, out);
}
