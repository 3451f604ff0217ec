// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: error: .*(type/value mismatch|must be an expression)
// ERRORS g++: 2
#include <helpers/two_layers.hpp>

tigris::workspace<two_layers::model_type> memory;

void run_it() { tigris::run(two_layers::model, memory, two_layers::rows, two_layers::result); }
