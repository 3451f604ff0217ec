// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: without a search the model does not fit in the fast memory it was given
// EXPECT: budget_bytes<16>
#include <helpers/two_layers.hpp>

constexpr tigris::memory_map memories{{{.name = "DTCM", .bytes = 8}, {.name = "SRAM", .bytes = 8}}};
constexpr tigris::target board{.alignment = 4, .memories = &memories};
constinit tigris::workspace<two_layers::model, board> memory{};
