// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: this input or output is not in the workspace
#include <helpers/two_layers.hpp>

constinit tigris::workspace<two_layers::model> memory{};
void* place_of_it() { return memory.input<0>(); }
