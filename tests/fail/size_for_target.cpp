// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: error: .*(could not convert .16384. from .int. to|no viable conversion from 'int' to)
#include <helpers/two_layers.hpp>

tigris::workspace<two_layers::model, 16384> memory;

void run_it() { tigris::run(two_layers::model, memory, two_layers::rows, two_layers::result); }
