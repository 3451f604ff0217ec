// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: (a number is no workspace; declare a|these are no arguments of run)
// OPTIONS g++: -S
#include <helpers/two_layers.hpp>

int memory;

void run_it() { tigris::run(two_layers::model, memory, two_layers::rows, two_layers::result); }
