// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Functions of one code, looked up eight at a time.

#include <tigris/kernels/fast_int8/looked_up_bytes.hpp>
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

template <unary_key G, class In, class Out>
    requires(reads_table(G))
[[gnu::always_inline]] inline void rows(helium_tag, const unary_layer<In>& layer, Out* out,
                                        int32_t row_count, const row_window<In>& in) {
    look_up_by<G, helium_kernels::look_up>(layer, out, row_count, in);
}

}  // namespace tigris::kernels
