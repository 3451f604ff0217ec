// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: this workspace has its own arenas, so there are none to bind; declare workspace<
#include <helpers/two_layers.hpp>

tigris::workspace<two_layers::model> memory;

void run_it() { (void)memory.bind(0, nullptr, 4); }
