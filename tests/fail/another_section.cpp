// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the target's memory map names another section for this region
#include <helpers/two_layers.hpp>

constexpr tigris::memory_map memories{{{.name = "SRAM", .bytes = 65536, .section = ".bss.sram"}}};
constexpr tigris::target board{.memories = &memories};
TIGRIS_ARENAS(two_layers::model, board, ".bss.dtcm");
