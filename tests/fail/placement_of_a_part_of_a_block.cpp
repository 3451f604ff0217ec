// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: placement rules would divide a block of staged constants
// EXPECT: rule_number<0>
#include <conv_int8.hpp>
#include <helpers/staged_model.hpp>

constexpr tigris::placement_rules rules{{{.id = "conv_weights", .destination = "SRAM"}}};
constexpr tigris::target board{.memories = &tigris::test::staging_memories, .placement = &rules};
constexpr tigris::test::staged_model<conv_int8::model> model{};
constinit tigris::workspace<model, board> memory{};
