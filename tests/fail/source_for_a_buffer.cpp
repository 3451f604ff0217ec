// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: what was passed for an input or output does not suit its I/O mode in the target
#include <helpers/two_layers.hpp>

void run_it() {
    const auto source = [](int8_t*, int, int) {};
    tigris::run(two_layers::model, tigris::rows_from(source), two_layers::result);
}
