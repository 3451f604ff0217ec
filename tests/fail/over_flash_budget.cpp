// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the model's weights and tables do not fit in the flash they were given; raise it
// EXPECT: needs_bytes<1016>, tigris::budget_bytes<512>
// EXPECT: worst_op<two_layers::op::first_gemm>
#include <helpers/two_layers.hpp>

using namespace tigris::literals;

constinit tigris::workspace<two_layers::model, tigris::target{.flash = 512}> memory{};
