// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// OPTIONS g++: -fconstexpr-ops-limit=10000000
// OPTIONS clang: -fconstexpr-steps=800000
// EXPECT: tigris: the search for this target's plan is longer than compilers evaluate
// EXPECT: fconstexpr-(steps|ops-limit)=
#include <helpers/many_steps.hpp>

constexpr tigris::target board{.fast = 100, .slow = 100000};
constinit tigris::workspace<many_steps::model<40>, board> memory{};
