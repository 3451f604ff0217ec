// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the target's alignment is not a power of two; give 4, 8, 16 or 32
// EXPECT: alignment_check<12
#include <helpers/two_layers.hpp>

constinit tigris::workspace<two_layers::model, tigris::target{.alignment = 12}> memory{};

void run_it() { tigris::run(two_layers::model, memory, two_layers::rows, two_layers::result); }
