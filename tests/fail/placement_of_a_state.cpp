// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: placement rules want states in two memories
// EXPECT: rule_number<0>
#include <helpers/two_layers.hpp>

inline constexpr struct stateful_type : two_layers::model_type {
    static constexpr int state_count = 1;
} stateful{};

constexpr tigris::memory_map memories{
    {{.name = "SRAM", .bytes = 65536}, {.name = "DTCM", .bytes = 65536, .read_cost = 100}}};
constexpr tigris::placement_rules rules{{{.id = stateful.tensor_names[0], .memory = "DTCM"},
                                         {.kind = tigris::placed::persistent, .memory = "SRAM"}}};
constexpr tigris::target board{.alignment = 4, .memories = &memories, .placement = &rules};
constinit tigris::workspace<stateful, board> memory{};
