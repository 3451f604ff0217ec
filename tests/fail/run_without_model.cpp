// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the first argument of run is no model; pass the model, then a workspace, inputs
#include <helpers/two_layers.hpp>

tigris::workspace<two_layers::model> memory;

void run_it() { tigris::run(memory, two_layers::rows, two_layers::result); }
