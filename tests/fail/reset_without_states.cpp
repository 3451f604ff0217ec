// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the model has no states to reset; convert it with --state if it should
#include <helpers/two_layers.hpp>

tigris::workspace<two_layers::model> memory;

void run_it() { memory.reset(); }
