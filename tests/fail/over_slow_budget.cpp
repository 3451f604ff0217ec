// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the model does not fit in the slow memory it was given; raise it to needs_bytes
// EXPECT: needs_bytes<12000>, tigris::budget_bytes<10000>
// EXPECT: what_would_help<tigris::advice::raise_slow_memory
#include <helpers/two_layers.hpp>

constexpr tigris::target board{.fast = 1024,
                               .slow = 10000,
                               .input = tigris::io::slow,
                               .output = tigris::io::slow,
                               .alignment = 4};
constinit tigris::workspace<two_layers::model, board> memory{};
