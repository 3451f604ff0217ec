// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: this is no buffer of fixed extents
#include <helpers/two_layers.hpp>

struct view {
    int8_t* first;
    size_t count;
    int8_t* data() const { return first; }
    size_t size() const { return count; }
};
tigris::workspace<two_layers::model> memory;

void run_it(view result) { tigris::run(two_layers::model, memory, two_layers::rows, result); }
