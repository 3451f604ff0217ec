// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the function of rows cannot be called with .element\*, int count, int y.
#include <helpers/two_layers.hpp>

constinit tigris::workspace<two_layers::model, tigris::target{.input = tigris::io::rows}> memory{};

void run_it() {
    const auto source = [](float*, int, int) {};  // the model has bytes
    tigris::run(two_layers::model, memory, tigris::rows_from(source), two_layers::result);
}
