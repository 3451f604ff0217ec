// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Images of another size, of their nearest pixels, moved sixteen bytes at once.

#include <tigris/kernels/fast_int8/moved_pixels.hpp>
#include <tigris/kernels/helium/moves/spans.hpp>

namespace tigris::kernels {

template <resize_key G, class T>
    requires(moves_pixels(G))
[[gnu::always_inline]] inline void numbered_rows(helium_tag, const resize_layer<T>& layer, T* out,
                                                 int32_t first_row, int32_t row_count,
                                                 const row_window<T>& in) {
    move_pixels<G, helium_kernels::vectors>(layer, out, first_row, row_count, in);
}

}  // namespace tigris::kernels
