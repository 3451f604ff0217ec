// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the model's staged constants are copied to a memory that the target does not have
#include <conv_int8.hpp>
#include <helpers/staged_model.hpp>

constexpr tigris::memory_map memories{{{.name = "SRAM", .bytes = 65536}}};
constexpr tigris::target board{.memories = &memories};
constexpr tigris::test::staged_model<conv_int8::model> model{};
constinit tigris::workspace<model, board> memory{};
