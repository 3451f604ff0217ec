// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: this buffer is const, and the model writes its output into it; declare it without
#include <helpers/two_layers.hpp>

const int8_t result[200][30]{};
void run_it() { tigris::run(two_layers::model, two_layers::rows, tigris::in_memory_order(result)); }
