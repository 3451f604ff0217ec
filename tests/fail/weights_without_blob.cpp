// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the model reads no blob, so there is none to bind; convert it with --weights blob
#include <helpers/two_layers.hpp>

tigris::workspace<two_layers::model> memory;

void run_it() { (void)memory.bind_weights(nullptr, 4); }
