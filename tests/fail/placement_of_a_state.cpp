// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: a placement rule wants a state in another memory than the first fast one
// EXPECT: rule_number<0>
#include <support/two_layers.hpp>

inline constexpr struct stateful_type : two_layers::model_type {
    static constexpr int state_count = 1;
} stateful{};

constexpr tigris::memory_map memories{
    {{.name = "SRAM", .bytes = 65536}, {.name = "DTCM", .bytes = 65536, .read_cost = 100}}};
constexpr tigris::placement_rules rules{{{.kind = tigris::placed::persistent, .memory = "DTCM"}}};
constexpr tigris::target board{.alignment = 4, .memories = &memories, .placement = &rules};
constinit tigris::workspace<stateful, board> memory{};
