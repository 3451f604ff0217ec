// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: placement rules would copy two blocks of staged constants to one memory
// EXPECT: rule_number<0>
#include <conv_int8.hpp>
#include <helpers/staged_model.hpp>

constexpr tigris::placement_rules rules{
    {{.kind = tigris::placed::constant, .destination = "SRAM"}}};
constexpr tigris::target board{.memories = &tigris::test::staging_memories, .placement = &rules};
constexpr tigris::test::model_in_halves<conv_int8::model> model{};
constinit tigris::workspace<model, board> memory{};
