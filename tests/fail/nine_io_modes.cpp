// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: a target has at most 8 I/O modes
#include <helpers/two_layers.hpp>

using enum tigris::io;
constexpr tigris::target board{
    .input = {caller, caller, caller, caller, caller, caller, caller, caller, arena}};
