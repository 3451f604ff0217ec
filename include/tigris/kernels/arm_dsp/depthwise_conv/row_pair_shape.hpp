// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How four channels of some rows are laid out for depthwise convolutions of 3x3: what planners and
// the kernel must agree on.

#include <tigris/kernels/arm_dsp/depthwise_conv/panel_shape.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// Whether the window is one that pairs of rows are for.
constexpr bool pairs_rows(const ops::window& w) {
    return w.kernel_h == 3 && w.kernel_w == 3 && w.dilation_h == 1 && w.dilation_w == 1 &&
           w.stride_h <= 2 && w.stride_w <= 2;
}

/// A panel holds columns one after the other, and for each column its channels. A channel has
/// pairs_of_column words, with two rows in each word: from the first to the last row that two
/// output rows read.
constexpr int32_t pairs_of_column(const ops::window& w) { return w.stride_h + 1; }
constexpr int32_t words_of_pair_column(const ops::window& w) {
    return panel_channels * pairs_of_column(w);
}

/// Constants of a channel: the start of its sums; for each column of the window, the weights of
/// rows 0 and 1, and of rows 1 and 2; and the scale. The assembler of row_pairs.hpp knows the place
/// of each member.
struct pair_channel {
    int32_t bias;
    uint32_t upper[3];
    uint32_t lower[3];
    int32_t multiplier;
    int32_t constant;
    int32_t right;
};

/// Three more bytes for memory that is not aligned.
constexpr int32_t scratch_bytes_of_row_pairs(const ops::window& w, int32_t outputs) {
    const int32_t columns = columns_of_panel(w, outputs);
    return int32_t(panel_channels * sizeof(pair_channel)) + 4 * words_of_pair_column(w) * columns +
           3;
}

/// Bytes of working memory of a depthwise layer with any window.
constexpr int32_t scratch_bytes_of_depthwise(const ops::window& w, int32_t outputs) {
    return pairs_rows(w) ? scratch_bytes_of_row_pairs(w, outputs)
                         : scratch_bytes_of_panel(w, outputs);
}

}  // namespace tigris::kernels::arm_dsp_kernels
