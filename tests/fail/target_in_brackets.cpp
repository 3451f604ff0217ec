// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: run takes nothing in angle brackets
#include <helpers/two_layers.hpp>

constexpr tigris::target board{.fast = 16384};

void run_it() { tigris::run<board>(two_layers::model, two_layers::rows, two_layers::result); }
