// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once
// How four channels of the three rows under a row of the output are laid out for depthwise
// convolutions of 3x3: what planners and the kernel must agree on.

#include <tigris/kernels/arm_dsp/depthwise_conv/row_pair_shape.hpp>

namespace tigris::kernels::arm_dsp_kernels {

/// Rows 0 and 1 of two neighboring columns, a word each, and row 2 of both in another: of each
/// channel after channel, two columns after two.
struct column_twos {
    uint32_t upper[2];
    uint32_t lower;
};

/// Pairs of columns that a row needs; a last column may stand alone. Pairs and the table below take
/// no more than planners reserve for pairs of rows (row_pair_shape.hpp).
constexpr int32_t twos_of_row(const ops::window& w, int32_t outputs) {
    return (columns_of_panel(w, outputs) + 1) / 2;
}

/// Constants of a channel: the start of its sums; weights of rows 0 and 1 for each column; weights
/// of row 2 for columns 0 and 1, and for columns 1 and 2; and the scale. The assembler of
/// single_row.hpp knows the place of each member.
struct single_channel {
    int32_t bias;
    uint32_t upper[3];
    uint32_t lower[2];
    int32_t multiplier;
    int32_t constant;
    int32_t right;
};

/// Tables of all channels, four by four, in flash: of rows so short that a tenth of a call or more
/// would make them (d1 and d3 of tests/bench).
inline constexpr int32_t longest_prepared_row = 16;
constexpr int32_t channels_in_tables(int32_t channels) {
    return (channels + panel_channels - 1) / panel_channels * panel_channels;
}
constexpr int32_t prepared_bytes_of_row(int32_t outputs, int32_t channels) {
    return outputs > longest_prepared_row
               ? 0
               : channels_in_tables(channels) * int32_t(sizeof(single_channel));
}

}  // namespace tigris::kernels::arm_dsp_kernels
