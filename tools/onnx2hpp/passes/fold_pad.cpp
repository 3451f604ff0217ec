// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/onnx/padding.hpp>
#include <onnx2hpp/onnx/window.hpp>
#include <onnx2hpp/passes/fold_pad.hpp>
#include <onnx2hpp/passes/integer_weights.hpp>
#include <onnx2hpp/qdq.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Extents of all axes but batch and channels.
extents spatial_of(const value& v) { return {v.dims.begin() + 2, v.dims.end()}; }

bool adds_to_images_only(const extents& added) {
    const std::size_t rank = added.size() / 2;
    return added[0] == 0 && added[1] == 0 && added[rank] == 0 && added[rank + 1] == 0 &&
           std::all_of(added.begin(), added.end(), [](std::int64_t count) { return count >= 0; });
}

/// The elements that a Pad adds, and what they may equal: codes if its input is quantized.
struct border {
    double element;
    double zero = 0;
    double lowest = static_cast<double>(std::numeric_limits<float>::lowest());
};

/// The code that a Pad adds to codes, which it is given as it is or as a real number.
std::optional<double> code_added(const rewriter& r, const node& pad, tigris::quantization q) {
    if (text_attribute(pad, "mode", "constant") != "constant") return {};
    if (!has_input(pad, 2)) return 0;
    const shared_tensor& given = r.at_value(pad.inputs[2]).constant;
    if (!given || element_count(given->dims) != 1) return {};
    const double number = numbers_of(*given)[0];
    if (given->type != dtype::f32) return number;
    return std::nearbyint(number / static_cast<double>(q.scale)) + q.zero_point;
}

/// The value of a Pad's border. Nothing if it is not known, or if the Pad changes what codes mean.
std::optional<border> border_of(const rewriter& r, const node& pad) {
    const value &x = r.at_value(pad.inputs[0]), &y = r.at_value(pad.outputs[0]);
    if (x.type == dtype::f32) {
        const std::optional<double> real = pad_value(r, pad);
        return real ? std::optional(border{*real}) : std::nullopt;
    }
    if (!is_quantizable(x.type) || !x.quant.per_tensor() || !(x.quant == y.quant)) return {};
    const tigris::quantization q = quantization_of(x.quant);
    const std::optional<double> code = code_added(r, pad, q);
    if (!code) return {};
    return border{*code, static_cast<double>(q.zero_point), static_cast<double>(lowest_of(x.type))};
}

bool has_pads(const window& w) {
    const auto is_none = [](std::int64_t pad) { return pad == 0; };
    return !std::all_of(w.pads_begin.begin(), w.pads_begin.end(), is_none) ||
           !std::all_of(w.pads_end.begin(), w.pads_end.end(), is_none);
}

/// Whether an AveragePool divides by all elements of its window, those of its padding included.
bool counts_padding(const node& n, const window& w) {
    return integer_attribute(n, "ceil_mode", 0) == 0 &&
           (integer_attribute(n, "count_include_pad", 0) != 0 || !has_pads(w));
}

/// Whether the padding of node n, whose window is `w`, has the elements of this border.
bool pads_alike(const node& n, const window& w, const border& b) {
    if (n.op_type == "MaxPool") return b.element <= b.lowest;
    return b.element == b.zero && (n.op_type == "Conv" || counts_padding(n, w));
}

/// Whether every window along an axis of `extent` elements reads one of them.
bool reads_everywhere(const window& w, std::size_t axis, std::int64_t extent) {
    const std::int64_t dilation = w.dilations[axis];
    for (std::int64_t position = 0; position < w.output[axis]; ++position) {
        const std::int64_t first = position * w.strides[axis] - w.pads_begin[axis];
        const std::int64_t skipped = first < 0 ? (dilation - 1 - first) / dilation : 0;
        if (skipped >= w.kernel[axis] || first + skipped * dilation >= extent) return false;
    }
    return true;
}

/// A pool of nothing has no result; a Conv has its bias.
bool is_defined(const node& n, const window& w, const extents& spatial) {
    for (std::size_t axis = 0; axis < spatial.size() && n.op_type != "Conv"; ++axis)
        if (!reads_everywhere(w, axis, spatial[axis])) return false;
    return true;
}

/// The pads of `w` and those that a Pad adds, as ONNX's attribute has them.
extents summed_pads(const window& w, const extents& added) {
    const std::size_t count = w.kernel.size(), rank = count + 2;
    extents result(2 * count);
    for (std::size_t axis = 0; axis < count; ++axis) {
        result[axis] = w.pads_begin[axis] + added[axis + 2];
        result[count + axis] = w.pads_end[axis] + added[rank + axis + 2];
    }
    return result;
}

bool fit_16_bits(const extents& pads) {
    return *std::max_element(pads.begin(), pads.end()) <= std::numeric_limits<std::int16_t>::max();
}

/// Node n over the input of the Pad before it; nothing if it does not compute the same then.
std::optional<node> widened(const rewriter& r, const node& n, const node& pad) {
    const extents added = padding_of(r.model, pad);
    const auto filling = border_of(r, pad);
    if (!filling || !adds_to_images_only(added)) return {};
    const extents spatial = spatial_of(r.at_value(pad.inputs[0]));
    const extents kernel = n.op_type == "Conv" ? spatial_of(r.at_value(n.inputs[1])) : extents{};
    const window before = window_of(n, spatial_of(r.at_value(n.inputs[0])), kernel);
    const extents pads = summed_pads(before, added);
    if (!pads_alike(n, before, *filling) || !fit_16_bits(pads)) return {};
    node result = n;
    result.attributes.erase("auto_pad");
    result.attributes["pads"] = pads;
    if (n.op_type == "AveragePool") result.attributes["count_include_pad"] = std::int64_t{1};
    const window after = window_of(result, spatial, kernel);
    if (after.output != before.output || !is_defined(n, after, spatial)) return {};
    return result;
}

/// Whether node n took in the Pad before it.
bool fold_pad_before(rewriter& r, int n) {
    if (!is_one_of(r.at(n), {"Conv", "MaxPool", "AveragePool"})) return false;
    const value_id padded = r.at(n).inputs[0];
    const int pad = r.producer_of(padded);
    if (pad < 0 || r.at(pad).op_type != "Pad" || r.sole_reader(padded) != n) return false;
    auto result = widened(r, r.at(n), r.at(pad));
    if (!result) return false;
    r.at(n).attributes = std::move(result->attributes);
    r.set_input(n, 0, r.at(pad).inputs[0]);
    r.remove(pad);
    return true;
}

}  // namespace

void fold_pad(onnx_model& m) {
    rewriter r(m);
    for (int n = 0; n < r.node_count(); ++n)
        while (fold_pad_before(r, n)) continue;  // a Pad after another
    r.finish();
}

}  // namespace onnx2hpp
