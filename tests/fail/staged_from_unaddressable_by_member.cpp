// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// EXPECT: tigris: staged constants come from a memory that is not addressable
#include <conv_int8.hpp>
#include <helpers/staged_model.hpp>

constexpr tigris::memory_map memories{
    {{.name = "DTCM", .bytes = 65536},
     {.name = "FLASH", .bytes = 65536, .is_writable = false, .is_addressable = false}}};
constexpr tigris::test::staged_model<conv_int8::model, memories> model{};
constinit tigris::workspace<model> memory{};
tigris::status start() { return memory.init(); }
