// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolutions of all channels, and fully connected layers.

#include <onnx2hpp/show/cost/floats.hpp>

#include <fmt/format.h>

#include <tigris/kernels/arm_dsp/conv/shape.hpp>
#include <tigris/kernels/arm_dsp/paired_weights.hpp>
#include <tigris/kernels/blocked/block_shape.hpp>
#include <tigris/kernels/helium/conv/shape.hpp>

namespace onnx2hpp {
namespace {

using namespace tigris;

/// How a kernel cuts a product of matrices: `block` windows are gathered at a time, unless they are
/// read where they lie (0), `unit` of them multiplied at once with `outputs` outputs' weights, in
/// `depth` steps.
struct product_shape {
    std::int64_t block = 0;
    std::int64_t unit = 1;
    std::int64_t outputs = 4;
    std::int64_t depth = 0;
};

product_shape shape_of(const ops::conv& op, const layer_facts& l, bool in_place) {
    const ops::window& w = op.window;
    const std::int32_t taps = w.kernel_h * w.kernel_w, elements = taps * l.in.channels;
    const weight_order order = l.tensors.input(1).order;
    if (l.backend == arm_dsp) {
        const auto s =
            kernels::arm_dsp_kernels::patch_shape_of(w.kernel_h, w.kernel_w * l.in.channels, order);
        return {s.pixels, 4, 2, s.depth};
    }
    if (l.backend == helium) {
        const auto s = kernels::helium_kernels::window_shape_of(elements, order);
        return {in_place ? 0 : s.pixels, 2, 4, s.vectors};
    }
    if (l.backend == blocked) {
        const auto s = kernels::blocked_kernels::window_shape_of(elements, l.tensors.input(0).type);
        return {in_place ? 0 : s.pixels, 2, 4, elements};
    }
    return {0, 1, 1, elements / op.groups};
}

bool reads_in_place(const ops::window& w, const layer_facts& l) {
    return are_pixels(w) && (l.backend != helium || l.in.channels % 16 == 0);
}

/// The product of `windows` windows with all outputs' weights, `count` times.
void add_product(const product_shape& s, std::int64_t windows, std::int64_t outputs,
                 std::int64_t count, feature_list& to) {
    const std::int64_t block = s.block > 0 ? s.block : windows;
    const std::int64_t full = windows / block, rest = windows % block;
    const std::int64_t units = count * (full * (block / s.unit) + rest / s.unit);
    const std::int64_t singles = count * (full * (block % s.unit) + rest % s.unit);
    const std::int64_t blocks = count * (full + (rest > 0));
    const std::int64_t groups = blocks_of(outputs, s.outputs);
    to.add("blocks", blocks);
    to.add("begun_groups", blocks * groups);
    to.add("begun_depth", blocks * groups * s.depth);
    to.add("unit_groups", units * groups);
    to.add("unit_steps", units * groups * s.depth);
    to.add("unit_rounds", units * groups * blocks_of(s.depth, 4));
    to.add("single_groups", singles * groups);
    to.add("single_steps", singles * groups * s.depth);
    if (outputs % s.outputs == 0) return;
    to.add("tail_blocks", blocks);
    to.add("tail_windows", count * windows);
    to.add("tail_results", count * windows * (outputs % s.outputs));
    to.add("tail_steps", count * windows * s.depth);
}

/// Windows are widened four at a time, those of neighbors together; those that end left or right of
/// the image are put together first.
void add_widened(const ops::window& w, const layer_facts& l, std::int64_t pixels,
                 feature_list& to) {
    const border beside = border_of(l, w);
    const std::int64_t row_elements = std::int64_t(w.kernel_w) * l.in.channels,
                       rows = pixels * w.kernel_h;
    const std::int64_t fours = blocks_of(beside.left, 4) + blocks_of(beside.right, 4);
    const std::int64_t edge_fours = rows * fours / std::max(l.out.width, 1);
    to.add("widened_rows", rows);
    to.add("widened_fours", rows * blocks_of(row_elements, 4));
    to.add("widened_pairs", rows * (row_elements / 8));
    to.add("widened_odd", rows * (row_elements / 4 % 2));
    to.add("widened_rest", rows * (row_elements % 4));
    to.add("edge_fours", edge_fours);
    to.add("edge_elements",
           edge_fours * (row_elements + 3 * std::int64_t(w.stride_w) * l.in.channels));
}

/// Windows are gathered one by one, with more care where they end beside the image.
void add_gathered(const ops::window& w, const layer_facts& l, std::int64_t pixels,
                  feature_list& to) {
    const std::int64_t row_elements = std::int64_t(w.kernel_w) * l.in.channels;
    const std::int64_t at_edge = pixels * border_of(l, w).columns() / std::max(l.out.width, 1);
    const std::int64_t inside = (pixels - at_edge) * w.kernel_h, edge = at_edge * w.kernel_h;
    to.add("gathered_rows", inside);
    to.add("gathered_elements", inside * row_elements);
    to.add("gathered_fours", inside * blocks_of(row_elements, 4));
    to.add("gathered_vectors", inside * blocks_of(row_elements, 16));
    to.add("rest_elements", inside * (row_elements % 4));
    to.add("edge_rows", edge);
    to.add("edge_taps", edge * w.kernel_w);
    to.add("edge_elements", edge * row_elements);
}

void add_missing(const ops::window& w, const layer_facts& l, std::int64_t pixels,
                 feature_list& to) {
    const std::int64_t missing = pixels * border_of(l, w).missing_rows / std::max(l.out.rows, 1);
    to.add("missing_rows", missing);
    to.add("missing_elements", missing * w.kernel_w * l.in.channels);
}

std::string sort_of(const ops::conv& op, const layer_facts& l, bool in_place) {
    if (l.backend == portable) return op.groups > 1 ? " groups" : "";
    const bool prepares = l.tensors.input(1).order == weight_order::canonical;
    const bool are_codes = l.tensors.input(0).type == dtype::i8;
    return std::string(in_place ? " pixels" : " windows") +
           (prepares && are_codes ? " canonical" : "");
}

/// Each output is a dot product of its own.
void add_portable(const ops::conv& op, const layer_facts& l, const made_calls& m,
                  feature_list& to) {
    const std::int64_t results = m.count * m.rows * m.columns * l.out.channels;
    const ops::window& w = op.window;
    const std::int64_t rows = to_nearest(double(results * w.kernel_h) * rows_inside(l, w));
    const std::int64_t taps = to_nearest(double(rows * w.kernel_w) * columns_inside(l, w));
    to.add("results", results);
    to.add("result_rows", rows);
    to.add("result_taps", taps);
    to.add("products", taps * (l.in.channels / op.groups));
}

/// Vectors times weights. Each vector arrives in `parts` parts.
struct vector_product {
    std::int64_t vectors, inputs, outputs, parts;

    std::int64_t span() const { return blocks_of(inputs, parts); }
};

/// Four outputs at a time, and others for those that are left.
void add_fours(const vector_product& p, feature_list& to) {
    const std::int64_t fours = p.outputs / 4, left = p.outputs % 4, spans = p.vectors * p.parts;
    to.add("inputs", p.vectors * p.inputs);
    to.add("span_pairs", spans * blocks_of(p.outputs, 2));
    to.add("pair_products", p.vectors * p.inputs * blocks_of(p.outputs, 2));
    to.add("groups", p.vectors * fours);
    to.add("span_groups", spans * fours);
    to.add(p.inputs % 4 == 0 ? "products" : "unaligned_products", p.vectors * p.inputs * fours);
    to.add("vector_products", spans * blocks_of(p.span(), 16) * fours);
    to.add("rest_products", spans * (p.span() % 8) * fours);
    if (left == 0) return;
    to.add(left == 3 ? "three_vectors" : "tail_vectors", p.vectors);
    to.add(left == 3 ? "three_products" : "tail_products", p.vectors * p.inputs);
}

/// Outputs are padded to fours, and spans to vectors of sixteen. Sums of several spans are added
/// up.
void add_padded(const vector_product& p, feature_list& to) {
    const std::int64_t groups = p.vectors * p.parts * blocks_of(p.outputs, 4);
    to.add("padded_groups", groups);
    to.add("padded_vectors", groups * blocks_of(p.span(), 16));
    if (p.parts > 1) to.add("span_elements", p.vectors * p.parts * p.outputs);
}

/// Windows are laid side by side, unless they lie so, and multiplied in blocks.
void add_windows(const ops::conv& op, const layer_facts& l, const made_calls& m,
                 const product_shape& s, feature_list& to) {
    const std::int64_t pixels = m.count * m.rows * m.columns;
    add_product(s, std::int64_t(m.rows) * m.columns, l.out.channels, m.count, to);
    if (l.backend == arm_dsp)
        add_widened(op.window, l, pixels, to);
    else if (!reads_in_place(op.window, l))
        add_gathered(op.window, l, pixels, to);
    add_missing(op.window, l, pixels, to);
}

}  // namespace

std::string add_features(const ops::conv& op, const layer_facts& l,
                         const std::vector<made_calls>& calls, feature_list& to) {
    const bool in_place = reads_in_place(op.window, l), by_spans = has_spans(op, l);
    const product_shape s = by_spans ? product_shape{} : shape_of(op, l, in_place);
    for (const made_calls& m : calls) {
        const std::int64_t pixels = m.count * m.rows * m.columns;
        to.add("calls", m.count);
        to.add("rows", m.count * m.rows);
        to.add("pixels", pixels);
        to.add("elements", pixels * l.out.channels);
        if (l.limited) to.add("limited", pixels * l.out.channels);
        if (by_spans)
            add_spans(op, l, m, to);
        else if (l.backend == portable)
            add_portable(op, l, m, to);
        else
            add_windows(op, l, m, s, to);
    }
    return by_spans ? "" : sort_of(op, l, in_place);
}

std::string add_features(const ops::gemm&, const layer_facts& l,
                         const std::vector<made_calls>& calls, feature_list& to) {
    const shape weights = l.tensors.input(1).dims;
    const vector_product p{
        .vectors = std::max<std::int64_t>(element_count(l.tensors.input(0)) / weights[1], 1),
        .inputs = weights[1],
        .outputs = weights[0],
        .parts = std::max(l.vector_rows, 1)};
    std::int64_t called = 0;
    for (const made_calls& m : calls) called += m.count;
    to.add("calls", called);
    to.add("vectors", p.vectors);
    to.add("spans", p.vectors * p.parts);
    to.add("elements", p.vectors * p.outputs);
    if (l.limited) to.add("limited", p.vectors * p.outputs);
    const weight_order order = l.tensors.input(1).order;
    if (order == weight_order::helium_fours)
        add_padded(p, to);
    else
        add_fours(p, to);
    const bool prepares = order == weight_order::canonical && l.backend != portable;
    const bool adds_spans = l.backend == helium && l.vector_rows > 0;
    return fmt::format("{}{}", adds_spans ? " rows" : "",
                       prepares && l.tensors.input(0).type == dtype::i8 ? " canonical" : "");
}

}  // namespace onnx2hpp
