// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// Parts of rows, moved sixteen bytes at once where they keep neighboring channels.

#include <tigris/kernels/helium/moves/spans.hpp>
#include <tigris/kernels/portable/slice.hpp>

namespace tigris::kernels {

/// Rows is a row_window<T>, or constant_rows<T>.
template <slice_key G, class T, class Rows>
[[gnu::always_inline]] inline void rows(helium_tag tag, const slice_layer<T>& layer, T* out,
                                        int32_t row_count, const Rows& in) {
    slice_in_spans<G>(tag, layer, out, row_count, in);
}

}  // namespace tigris::kernels
