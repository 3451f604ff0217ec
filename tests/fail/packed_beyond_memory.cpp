// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: the decoded constants of --compress do not fit in the target's fastest memory
#include <conv_int8.hpp>
#include <helpers/packed_by_step.hpp>

constexpr tigris::memory_map memories{
    {{.name = "DTCM", .bytes = 63}, {.name = "SRAM", .bytes = 65536, .read_cost = 100}}};
constexpr tigris::target board{.memories = &memories};
constexpr tigris::test::packed_by_step<conv_int8::model> model{};
constinit tigris::workspace<model, board> memory{};
