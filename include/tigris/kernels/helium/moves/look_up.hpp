// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Codes, looked up eight at a time.

#include <tigris/kernels/fast_int8/moves.hpp>
#include <tigris/kernels/helium/instructions.hpp>

namespace tigris::kernels {
namespace helium_kernels {

struct look_up {
    [[gnu::always_inline]] static void bytes(int8_t* to, const int8_t* from, int32_t count,
                                             const uint8_t* table) {
        look_up_bytes(to, from, count, table);
    }
};

}  // namespace helium_kernels

helium_kernels::look_up look_up_of(helium_tag);

}  // namespace tigris::kernels
