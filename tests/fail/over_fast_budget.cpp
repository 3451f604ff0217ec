// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: without a search the model does not fit in the fast memory it was given
// EXPECT: fits_in_bytes<32>, tigris::budget_bytes<16>
// EXPECT: worst_op<two_layers::op::(first|second)_gemm>
// EXPECT: what_would_help<tigris::advice::raise_fast_memory
#include <helpers/two_layers.hpp>

constinit tigris::workspace<two_layers::model, tigris::target{.fast = 16, .alignment = 4}> memory{};
