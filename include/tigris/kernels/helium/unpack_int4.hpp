// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// int4 as int8, sixteen at a time.

#include <tigris/kernels/contract/backend.hpp>
#include <tigris/kernels/helium/instructions.hpp>
#include <tigris/kernels/int4_weights/unpack.hpp>

namespace tigris::kernels {

[[gnu::noinline]] inline void unpack_int4(helium_tag, const int8_t* from, int32_t count,
                                          int8_t* to) {
    using namespace helium_kernels;
    for (; count >= 16; count -= 16, from += 8, to += 16) {
        const halves pairs = widen_8(from);
        const halves apart =
            (pairs & all_halves(0x0F)) | (shift_left(pairs, 4) & all_halves(0x0F00));
        const bytes codes = __builtin_bit_cast(bytes, apart);
        store(to, (codes ^ all_bytes(8)) - all_bytes(8));
    }
    unpack_int4(working_tag{}, from, count, to);
}

}  // namespace tigris::kernels
