// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: this buffer is const or a temporary, and the model writes its output into it
// EXPECT: into it; pass a variable without const
#include <helpers/two_layers.hpp>

const int8_t result[200][30]{};
void run_it() { tigris::run(two_layers::model, two_layers::rows, tigris::in_memory_order(result)); }
