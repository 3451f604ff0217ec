// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// A run of a model of one input and one output, in the library's arenas.

#include <tigris/tigris.hpp>

template <auto Model>
void run_once() {
    static tigris::input_buffer<Model> in;
    static tigris::output_buffer<Model> out;
    tigris::run(Model, tigris::default_workspace<Model>, in, out);
}
