// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: a placement rule would change the section of a constant
// EXPECT: rule_number<0>
#include <conv_int8.hpp>
#include <helpers/staged_model.hpp>

constexpr tigris::placement_rules rules{
    {{.kind = tigris::placed::constant, .memory = "FLASH", .destination = "SRAM"}}};
constexpr tigris::target board{.memories = &tigris::test::staging_memories, .placement = &rules};
constexpr tigris::test::staged_model<conv_int8::model> model{};
constinit tigris::workspace<model, board> memory{};
