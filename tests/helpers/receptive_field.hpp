// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// The documents' arithmetic of tiles that recompute their halo, for comparison: how many input rows
// some output rows need, through one operator or a chain of them, and how high a tile may be.
// docs/explanation/tiling.md explains.

#include <tigris/planning/rows/rates.hpp>
#include <tigris/support/view.hpp>

namespace tigris::test {

using planning::row_range;
using planning::within;

/// The input rows from the first to the last that the output rows `out` read, cut at the image's
/// edges: rows outside are padding. Empty if all are padding or `out` is empty. Source: ONNX Conv,
/// "pads".
constexpr row_range rows_needed(const ops::row_reach& r, row_range out, int32_t input_height) {
    if (out.count() <= 0) return {};
    if (input_height == 1 && ops::reads_row_by_row(r)) return {0, 1};
    return planning::rows_needed(planning::rate_of(r), out, input_height);
}

/// Input rows that `rows` neighboring output rows need away from the image's edges; with a divisor,
/// at the position that needs most. Saturates at INT32_MAX.
constexpr int32_t rows_needed(const ops::row_reach& r, int32_t rows) {
    if (rows <= 0) return 0;
    const int64_t span = int64_t(rows - 1) * r.stride + int64_t(r.kernel - 1) * r.dilation;
    const int64_t needed = (span + r.divisor - 1) / r.divisor + 1;
    return needed < INT32_MAX ? int32_t(needed) : INT32_MAX;
}

/// Input rows of a chain that `rows` neighboring rows of its last output need: for one row, the
/// receptive field. Exact away from the edges; with divisors, an upper bound. Source: composition
/// of in = (out - 1) * stride + (kernel - 1) * dilation + 1, last operator first.
constexpr int32_t receptive_rows(view<const ops::row_reach> chain, int32_t rows = 1) {
    for (int i = chain.size - 1; i >= 0; --i) rows = rows_needed(chain[i], rows);
    return rows;
}

/// Rows beside its own that an output row of a chain needs.
constexpr int32_t halo_of(view<const ops::row_reach> chain) { return receptive_rows(chain) - 1; }

/// out[i]: the most rows of tensor i that a tile of `rows` rows of the last tensor needs. Tensor i
/// is what chain[i] reads, the last is the result: `heights` and `out` have one more than the
/// chain.
constexpr void back_propagate(view<const ops::row_reach> chain, view<const int32_t> heights,
                              int32_t rows, view<int32_t> out) {
    out[chain.size] = within(rows, heights[chain.size]);
    for (int i = chain.size - 1; i >= 0; --i)
        out[i] = within(rows_needed(chain[i], out[i + 1]), heights[i]);
}

/// ranges[i]: the rows of tensor i that the rows `tile` of the last tensor need, cut at the edges
/// of every tensor between. Sizes as in back_propagate.
constexpr void back_propagate(view<const ops::row_reach> chain, view<const int32_t> heights,
                              row_range tile, view<row_range> ranges) {
    ranges[chain.size] = tile;
    for (int i = chain.size - 1; i >= 0; --i)
        ranges[i] = rows_needed(chain[i], ranges[i + 1], heights[i]);
}

/// Tiles of `tile` rows, the last perhaps lower. Requires tile >= 1.
constexpr int32_t tiles_of(int32_t height, int32_t tile) { return (height - 1) / tile + 1; }

/// extra[i]: rows of tensor i that tiles of `tile` rows make beyond its height if each tile makes
/// all that it needs; for tensor 0, rows read beyond its height. Negative where rows that nobody
/// needs are saved. `ranges` is working memory; sizes as in back_propagate. Requires tile >= 1.
constexpr void find_recomputed_rows(view<const ops::row_reach> chain, view<const int32_t> heights,
                                    int32_t tile, view<row_range> ranges, view<int64_t> extra) {
    const int32_t height = heights[chain.size];
    for (int i = 0; i <= chain.size; ++i) extra[i] = -heights[i];
    for (int32_t first = 0; first < height; first += tile) {
        const int32_t last = height - first < tile ? height : first + tile;
        back_propagate(chain, heights, row_range{first, last}, ranges);
        for (int i = 0; i <= chain.size; ++i) extra[i] += ranges[i].count();
    }
}

/// A guess at the tile height for `budget_bytes` where the whole height takes `peak_bytes`: the
/// budget's share of the height less the halo, at least 1. Source: floor(budget * H / peak) - halo.
constexpr int32_t estimated_tile_height(int64_t budget_bytes, int32_t height, int64_t peak_bytes,
                                        int32_t halo) {
    if (budget_bytes >= peak_bytes) return height;
    const int64_t rows = budget_bytes * height / peak_bytes - halo;
    return rows < 1 ? 1 : int32_t(rows);
}

/// The largest tile height up to `height` for which bytes(tile) <= budget_bytes, 0 if there is
/// none. `bytes` must not fall as tiles grow. The search begins at `guess`.
template <class Bytes>
constexpr int32_t largest_tile_height(int32_t height, int64_t budget_bytes, const Bytes& bytes,
                                      int32_t guess) {
    int32_t fits = 0, too_high = height + 1, tile = guess;
    while (too_high - fits > 1) {
        if (tile <= fits || tile >= too_high) tile = fits + (too_high - fits) / 2;
        (bytes(tile) <= budget_bytes ? fits : too_high) = tile;
    }
    return fits;
}

}  // namespace tigris::test
