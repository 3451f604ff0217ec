// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: at most 8 I/O modes can be told apart
#include <helpers/two_layers.hpp>

using enum tigris::io;
constexpr tigris::target board{
    .input = {caller, caller, caller, caller, caller, caller, caller, caller, arena}};
