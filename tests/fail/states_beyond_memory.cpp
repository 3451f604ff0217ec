// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the model's states do not fit beside activations and constants in their memory
#include <helpers/running_sum.hpp>

// One value of the state has room, but a run of this model needs two.
constexpr tigris::memory_map memories{{{.name = "SRAM", .bytes = 40}}};
constexpr tigris::target board{.alignment = 4, .memories = &memories};
constexpr tigris::test::running_sum<tigris::dtype::f32, 0, true> model{};
constinit tigris::workspace<model, board> memory{};
