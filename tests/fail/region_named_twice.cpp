// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the target's memory map names a region twice
#include <helpers/two_layers.hpp>

constexpr tigris::memory_map memories{
    {{.name = "SRAM", .bytes = 65536}, {.name = "SRAM", .bytes = 65536}}};
constexpr tigris::target board{.memories = &memories};
constinit tigris::workspace<two_layers::model, board> memory{};
