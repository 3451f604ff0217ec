// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the model's staged constants do not fit in the memory that they are copied to
#include <conv_int8.hpp>
#include <helpers/staged_model.hpp>

constexpr tigris::memory_map memories{
    {{.name = "DTCM", .bytes = 64}, {.name = "SRAM", .bytes = 65536, .read_cost = 100}}};
constexpr tigris::target board{.memories = &memories};
constexpr tigris::test::staged_model<conv_int8::model> model{};
constinit tigris::workspace<model, board> memory{};
