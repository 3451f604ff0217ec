// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: without a search the model does not fit in the fast memory it was given
// EXPECT: fits_in_bytes<[0-9]+>, tigris::budget_bytes<80>
// EXPECT: what_would_help<tigris::advice::give_slow_memory, [1-9][0-9]*
#include <conv_int8.hpp>
#include <tigris/execution/run.hpp>

constexpr tigris::target board{
    .fast = 80, .input = tigris::io::arena, .output = tigris::io::arena, .alignment = 4};
constinit tigris::workspace<conv_int8::model, board> memory{};
