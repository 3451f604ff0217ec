// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: a placement rule gives a destination to a tensor that is not a constant
// EXPECT: rule_number<1>
#include <conv_int8.hpp>
#include <helpers/staged_model.hpp>

constexpr tigris::placement_rules rules{
    {{.destination = "SRAM"}, {.kind = tigris::placed::scratch, .destination = "SRAM"}}};
constexpr tigris::target board{.memories = &tigris::test::staging_memories, .placement = &rules};
constexpr tigris::test::staged_model<conv_int8::model> model{};
constinit tigris::workspace<model, board> memory{};
