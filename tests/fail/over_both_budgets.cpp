// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: without a search the model does not fit in the fast memory it was given
// EXPECT: budget_bytes<16>
#include <helpers/two_layers.hpp>

using namespace tigris::literals;

constinit tigris::workspace<two_layers::model, tigris::target{.fast = 16, .flash = 16}> memory{};

void run_it() { tigris::run(two_layers::model, memory, two_layers::rows, two_layers::result); }
