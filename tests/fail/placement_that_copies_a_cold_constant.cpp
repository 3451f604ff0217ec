// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: a placement rule would copy a constant that is not staged
// EXPECT: rule_number<0>
#include <helpers/two_layers.hpp>

constexpr tigris::memory_map memories{{{.name = "SRAM", .bytes = 65536}}};
constexpr tigris::placement_rules rules{{{.id = "weights", .destination = "SRAM"}}};
constexpr tigris::target board{.alignment = 4, .memories = &memories, .placement = &rules};
constinit tigris::workspace<two_layers::model, board> memory{};
