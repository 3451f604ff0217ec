// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OPTIONS g++: -fconstexpr-ops-limit=10000000
// OPTIONS clang: -fconstexpr-steps=800000
// EXPECT: tigris: without a search the model does not fit in the fast memory it was given
// EXPECT: what_would_help<tigris::advice::raise_fast_memory
#include <helpers/many_steps.hpp>

// With slow memory the model would fit, but that search is too long.
constexpr tigris::target board{.fast = 100};
constinit tigris::workspace<many_steps::model<40>, board> memory{};
