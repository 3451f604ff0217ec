// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: no buffer was given for an input or output of the model; a name must be
#include <helpers/two_layers.hpp>
#include <tigris/names.hpp>

using namespace tigris::literals;

void run_it() {
    tigris::run(two_layers::model, tigris::inputs("row"_t = two_layers::rows), two_layers::result);
}
