// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: these are no arguments of run
#include <helpers/two_layers.hpp>

void run_it() { tigris::run(two_layers::model, 5, two_layers::rows, two_layers::result); }
