// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: a placement rule names an input or output that is in the caller
// EXPECT: rule_number<0>
#include <helpers/two_layers.hpp>

constexpr tigris::memory_map memories{{{.name = "SRAM", .bytes = 65536},
                                       {.name = "TINY", .bytes = 16},
                                       {.name = "MRAM", .bytes = 65536, .is_writable = false}}};
constexpr tigris::placement_rules rules{{{.id = "rows", .memory = "SRAM"}}};
constexpr tigris::target board{.alignment = 4, .memories = &memories, .placement = &rules};
constinit tigris::workspace<two_layers::model, board> memory{};
