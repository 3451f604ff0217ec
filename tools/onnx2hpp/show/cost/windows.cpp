// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Windows over single channels: depthwise convolutions and pools.

#include <onnx2hpp/show/cost/floats.hpp>

#include <tigris/kernels/arm_dsp/depthwise_conv/single_row_shape.hpp>
#include <tigris/kernels/helium/depthwise_conv/panel_shape.hpp>
#include <tigris/kernels/helium/depthwise_conv/plane_shape.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// A call's windows, in channels `block` at a time.
struct window_counts {
    std::int64_t blocks;      // of channels
    std::int64_t taps;        // of a window
    std::int64_t rows_under;  // input rows under the windows of a call
    std::int64_t columns;     // input columns under the windows of a row
};

window_counts counts_of(const ops::window& w, const made_calls& m, std::int64_t channels,
                        std::int64_t block) {
    return {blocks_of(channels, block), std::int64_t(w.kernel_h) * w.kernel_w,
            (m.rows - 1) * w.stride_h + (w.kernel_h - 1) * w.dilation_h + 1,
            (m.columns - 1) * w.stride_w + (w.kernel_w - 1) * w.dilation_w + 1};
}

/// Channels are laid out some at a time, then windows are multiplied, two rows at a time or all.
void add_panels(const ops::window& w, const layer_facts& l, const made_calls& m, std::int64_t block,
                feature_list& to) {
    const window_counts c = counts_of(w, m, l.out.channels, block);
    const std::int64_t panels = m.count * c.blocks, pairs = panels * blocks_of(m.rows, 2);
    to.add("panels", panels);
    to.add("panel_taps", panels * c.taps);
    to.add("panel_columns", panels * c.columns);
    to.add("laid_rows", panels * c.rows_under);
    to.add("laid_columns", panels * c.rows_under * c.columns);
    to.add("pairs", pairs);
    to.add("pair_columns", pairs * c.columns);
    to.add("pair_pixels", pairs * (m.columns / 2));
    to.add("pair_ends", pairs * (m.columns % 2));
    to.add("panel_rows", panels * m.rows);
    to.add("panel_pixels", panels * m.rows * m.columns);
    to.add("panel_eights", panels * m.rows * blocks_of(m.columns, 8));
    to.add("panel_products", panels * m.rows * m.columns * c.taps);
    if (m.rows % 2) to.add("odd_rows", panels), to.add("odd_pixels", panels * m.columns);
}

/// Windows are multiplied where they lie, `block` channels at a time, and `tail` that are left one
/// by one; those beside the image with more care.
void add_in_place(const ops::window& w, const layer_facts& l, const made_calls& m,
                  std::int64_t block, feature_list& to) {
    const border beside = border_of(l, w);
    const std::int64_t rows = m.count * m.rows, pixels = rows * m.columns;
    const double across = double(beside.columns()) / std::max(l.out.width, 1);
    const double down = double(beside.rows) / std::max(l.out.rows, 1);
    const auto edge = std::int64_t(double(pixels) * (across + down - across * down) + 0.5);
    const std::int64_t inside = pixels - edge, taps = std::int64_t(w.kernel_h) * w.kernel_w;
    const std::int64_t most = std::max(24 / w.kernel_h, 1);
    const std::int64_t passes = m.count * blocks_of(m.rows, most);
    const std::int64_t blocks = l.out.channels / block, tail = l.out.channels % block;
    to.add("row_taps", rows * w.kernel_h);
    to.add("passes", passes * blocks);
    to.add("pass_rows", rows * blocks);
    to.add("inside", inside);
    to.add("inside_blocks", inside * blocks);
    to.add("inside_rows", inside * blocks * w.kernel_h);
    to.add("inside_products", inside * blocks * taps);
    to.add("edge", edge);
    to.add("edge_blocks", edge * blocks);
    to.add("edge_products", edge * blocks * taps);
    if (tail == 0) return;
    to.add("tail_passes", passes * tail);
    to.add("tail_pixels", pixels * tail);
    to.add("tail_products", pixels * tail * taps);
}

void add_calls(const layer_facts& l, const made_calls& m, feature_list& to) {
    to.add("calls", m.count);
    to.add("rows", m.count * m.rows);
    to.add("pixels", m.count * m.rows * m.columns);
    to.add("elements", m.count * m.rows * m.columns * l.out.channels);
    if (l.limited) to.add("limited", m.count * m.rows * m.columns * l.out.channels);
    to.add("call_channels", m.count * l.out.channels);
}

std::string sort_of_panels(const ops::window& w, const layer_facts& l, const made_calls& m) {
    if (!kernels::arm_dsp_kernels::pairs_rows(w)) return " any";
    if (l.prepared) return fmt::format(" prepared s{}", w.stride_w);
    return fmt::format(" {} s{}", m.rows == 1 ? "row" : "rows", w.stride_w);
}

/// Rows of single channels, eight pixels at a time and those that are left; and what is laid for
/// the last panel, if its channels are fewer than eight.
void add_channel_rows(const layer_facts& l, const made_calls& m, feature_list& to) {
    const std::int64_t rows = m.count * m.rows, channel_rows = rows * l.out.channels;
    to.add("channel_rows", channel_rows);
    to.add("channel_eights", channel_rows * (m.columns / 8));
    to.add("channel_rests", channel_rows * (m.columns % 8 > 0));
    to.add("channel_rest_pixels", channel_rows * (m.columns % 8));
    if (l.out.channels % 8 == 0) return;
    to.add("few_rows", rows);
    to.add("few_pixels", rows * m.columns);
}

/// Some rows of the output at a time: what lies under them is laid for some channels, and all
/// windows are multiplied with the weights of four channels after the other.
void add_planes(const ops::window& w, const layer_facts& l, const made_calls& m, feature_list& to) {
    const auto s = kernels::helium_kernels::plane_shape_of(w, l.out.width, l.out.channels);
    const window_counts c = counts_of(w, m, l.out.channels, s.channels);
    const std::int64_t groups = m.count * c.blocks, passes = blocks_of(m.rows, s.rows_at_once);
    const std::int64_t laid = passes * w.kernel_h + (m.rows - passes) * w.stride_h;
    const std::int64_t fours = m.count * blocks_of(l.out.channels, 4);
    to.add("groups", groups);
    to.add("group_taps", groups * c.taps);
    to.add("group_bytes", groups * s.bytes);
    to.add("group_passes", groups * passes);
    to.add("laid_rows", groups * laid);
    to.add("laid_columns", groups * laid * c.columns);
    to.add("fours", fours);
    to.add("four_passes", fours * passes);
    to.add("four_rows", fours * m.rows);
    to.add("four_pixels", fours * m.rows * m.columns);
    to.add("four_products", fours * m.rows * m.columns * s.vectors);
    if (l.out.channels % s.channels == 0) return;
    to.add("few_rows", m.count * laid);
    to.add("few_columns", m.count * laid * c.columns);
    if (l.out.channels % 4) to.add("few_pixels", m.count * m.rows * m.columns);
}

std::string add_helium(const ops::window& w, const layer_facts& l, const made_calls& m,
                       feature_list& to) {
    if (l.tensors.input(1).order == weight_order::helium_sixteens) {
        add_in_place(w, l, m, 16, to);
        return l.prepared ? " sixteens prepared" : " sixteens";
    }
    if (kernels::helium_kernels::has_panels(w)) {
        add_panels(w, l, m, 8, to);
        add_channel_rows(l, m, to);
        return fmt::format(" panels s{}", w.stride_w);
    }
    add_planes(w, l, m, to);
    return " planes";
}

}  // namespace

std::string add_features(const ops::depthwise_conv& op, const layer_facts& l,
                         const std::vector<made_calls>& calls, feature_list& to) {
    std::string sort;
    for (const made_calls& m : calls) {
        add_calls(l, m, to);
        if (has_spans(op, l)) {
            add_spans(op, l, m, to);
        } else if (l.backend == arm_dsp) {
            add_panels(op.window, l, m, kernels::arm_dsp_kernels::panel_channels, to);
            sort = sort_of_panels(op.window, l, calls.front());
        } else if (l.backend == helium) {
            sort = add_helium(op.window, l, m, to);
        } else {
            add_in_place(op.window, l, m, l.backend == portable ? 16 : 4, to);
        }
    }
    return sort;
}

std::string add_features(const ops::pool& op, const layer_facts& l,
                         const std::vector<made_calls>& calls, feature_list& to) {
    const std::int64_t c = l.out.channels,
                       taps = std::int64_t(op.window.kernel_h) * op.window.kernel_w;
    for (const made_calls& m : calls) {
        add_calls(l, m, to);
        const std::int64_t pixels = m.count * m.rows * m.columns;
        to.add("taps", pixels * taps);
        to.add("products", pixels * taps * c);
        to.add("fours", pixels * blocks_of(c, 4));
        to.add("four_taps", pixels * taps * blocks_of(c, 4));
        to.add("vectors", pixels * blocks_of(c, 16));
        to.add("vector_taps", pixels * taps * blocks_of(c, 16));
    }
    return "";
}

}  // namespace onnx2hpp
