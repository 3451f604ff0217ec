// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the model does not fit in the fast memory it was given
// EXPECT: needs_bytes<12000>, tigris::budget_bytes<4096>,
// tigris::worst_op<two_layers::op::second_gemm>,
// tigris::what_would_help<tigris::advice::raise_fast_memory>
#include <support/two_layers.hpp>

using namespace tigris::literals;

constinit tigris::workspace<two_layers::model, tigris::target{.fast = 4_KiB, .alignment = 4}>
    memory{};
