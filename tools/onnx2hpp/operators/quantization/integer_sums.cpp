// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/operators/quantization/integer_sums.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/dynamic_codes.hpp>
#include <onnx2hpp/expand/quantized_values.hpp>
#include <onnx2hpp/onnx/window.hpp>
#include <onnx2hpp/operators/quantization/narrow_weights.hpp>

#include <algorithm>
#include <utility>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Codes that a kernel reads, what their zero point is in, and by how much they are less.
struct integer_data {
    value_id codes = absent;
    value_id range = absent;
    std::int64_t base = 0;
};

bool has_one_zero_point(const expansion& e) {
    return !e.has_input(2) || element_count(e.dims(e.input(2))) == 1;
}

/// A zero point as a tigris.DynamicRange would have it.
value_id range_around(expansion& e, value_id zero_point) {
    const value_id one = e.constant(make_tensor(dtype::f32, {1}, std::vector<double>{1}));
    const value_id at = zero_point == absent
                            ? e.constant(make_tensor(dtype::f32, {1}, std::vector<double>{0}))
                            : cast(e, reshaped(e, zero_point, {1}), dtype::f32);
    return e.add("Concat", {one, at}, {{"axis", std::int64_t{0}}});
}

/// Input 0 in a border of zero points; `pads` as ONNX Pad's, or empty.
integer_data data_of(expansion& e, const extents& pads) {
    if (const auto found = find_dynamic_codes(e, e.input(0), e.input(2)))
        return {signed_codes(e, *found, pads), found->range, base_of_signed_codes};
    value_id codes = e.input(0);
    if (!pads.empty()) {
        const value_id border =
            e.has_input(2) ? reshaped(e, e.input(2), {}) : e.number(e.type(codes), 0);
        codes = e.add("Pad", {codes, e.integers(pads), border});
    }
    return {codes, range_around(e, e.input(2)), 0};
}

using weight_offsets = std::vector<std::int64_t>;

bool is_wide(const weight_offsets& offsets) {
    return std::any_of(offsets.begin(), offsets.end(), [](std::int64_t o) { return o != 0; });
}
bool are_equal(const weight_offsets& offsets) {
    return std::all_of(offsets.begin(), offsets.end(),
                       [&](std::int64_t o) { return o == offsets[0]; });
}

/// Offsets as a factor of results of `rank` axes with outputs along `axis`.
value_id factor_of(expansion& e, const weight_offsets& offsets, std::size_t rank,
                   std::size_t axis) {
    if (are_equal(offsets)) return e.number(dtype::i32, static_cast<double>(offsets[0]));
    extents dims(rank, 1);
    dims[axis] = static_cast<std::int64_t>(offsets.size());
    return e.constant(make_tensor(dtype::i32, dims, offsets));
}

/// Sums and, after them along `axis`, that of the codes: with as many codes as weights are less.
value_id with_offsets(expansion& e, value_id sums, const weight_offsets& offsets,
                      std::size_t axis) {
    const auto outputs = static_cast<std::int64_t>(offsets.size());
    const value_id own = sliced(e, sums, axis, 0, outputs);
    const value_id codes = sliced(e, sums, axis, outputs, outputs + 1);
    const value_id factor = factor_of(e, offsets, e.dims(own).size(), axis);
    return e.add("Add", {own, e.add("Mul", {codes, factor})});
}

/// Sums as MatMulInteger and ConvInteger say them; outputs lie along `axis`.
value_id corrected(expansion& e, value_id sums, const integer_data& data, const centered_weights& w,
                   const weight_offsets& offsets, std::size_t axis) {
    const bool has_one = are_equal(offsets);
    if (!has_one) sums = with_offsets(e, sums, offsets, axis);
    return e.add("tigris.RescaleSums", {sums, data.range, e.constant(totals_of(w))},
                 {{"axis", static_cast<std::int64_t>(axis)},
                  {"base", data.base},
                  {"factor", has_one ? offsets[0] : 0}});
}

/// [terms, outputs] less offsets; where there are some, with one output more, whose weights are 1.
shared_tensor narrow_matrix(const centered_weights& w, const weight_offsets& offsets) {
    const std::size_t terms = w.numbers.size() / w.outputs, more = is_wide(offsets) ? 1 : 0;
    std::vector<std::int64_t> result;
    for (std::size_t k = 0; k < terms; ++k) {
        for (std::size_t o = 0; o < w.outputs; ++o)
            result.push_back(w.numbers[k * w.outputs + o] - offsets[o]);
        if (more != 0) result.push_back(1);
    }
    return make_tensor(
        dtype::i8, {static_cast<std::int64_t>(terms), static_cast<std::int64_t>(w.outputs + more)},
        result);
}

/// [outputs, ...] less offsets.
shared_tensor lessened(const centered_weights& w, const weight_offsets& offsets,
                       const extents& dims) {
    std::vector<std::int64_t> result = w.numbers;
    for (std::size_t i = 0; i < result.size(); ++i) result[i] -= offsets[w.output_of(i)];
    return make_tensor(dtype::i8, dims, result);
}

/// [outputs, ...] less offsets; where there are some, with one output more, whose weights are 1.
shared_tensor narrow_kernels(const centered_weights& w, const weight_offsets& offsets,
                             const extents& dims) {
    tensor_data result = *lessened(w, offsets, dims);
    if (is_wide(offsets)) {
        result.bytes.resize(result.bytes.size() + w.inner, std::byte{1});
        ++result.dims[0];
    }
    return std::make_shared<const tensor_data>(std::move(result));
}

/// What `window` leaves to a kernel whose data have their border.
attribute_map unpadded(const window& w, std::int64_t group) {
    return {{"strides", w.strides}, {"dilations", w.dilations}, {"group", group}};
}

/// Pads of a window after those of batch and channels; empty if there are none.
extents border_of(const window& w) {
    extents pads{0, 0};
    pads.insert(pads.end(), w.pads_begin.begin(), w.pads_begin.end());
    pads.insert(pads.end(), {0, 0});
    pads.insert(pads.end(), w.pads_end.begin(), w.pads_end.end());
    const bool is_empty = std::all_of(pads.begin(), pads.end(), [](auto p) { return p == 0; });
    return is_empty ? extents{} : pads;
}

/// Sums of groups. Those of wide weights are two layers', of which the second adds up the codes of
/// each output: an output of its own could not.
value_id group_sums(expansion& e, value_id codes, const centered_weights& w,
                    const weight_offsets& offsets, const attribute_map& attributes) {
    const extents dims = e.dims(e.input(1));
    const auto convolved = [&](const shared_tensor& weights) {
        return e.add("tigris.IntegerConv", {codes, e.constant(weights)}, attributes);
    };
    const value_id sums = convolved(lessened(w, offsets, dims));
    if (!is_wide(offsets)) return sums;
    const std::vector<std::int64_t> ones(w.numbers.size(), 1);
    const value_id of_codes = convolved(make_tensor(dtype::i8, dims, ones));
    const value_id factor = factor_of(e, offsets, dims.size(), 1);
    return e.add("Add", {sums, e.add("Mul", {of_codes, factor})});
}

/// [1, channels, depth, ...] as [depth, channels, ...]: its slices are images.
value_id as_images(expansion& e, value_id x) {
    const extents dims = e.dims(x);
    return reshaped(e, transposed(e, x, {0, 2, 1, 3, 4}), {dims[2], dims[1], dims[3], dims[4]});
}

/// The codes of images in a border; pads of depth stand before all.
integer_data images_of(expansion& e, const window& w) {
    const extents pads{w.pads_begin[0], 0, w.pads_begin[1], w.pads_begin[2],
                       w.pads_end[0],   0, w.pads_end[1],   w.pads_end[2]};
    if (const auto found = find_dynamic_codes(e, e.input(0), e.input(2)))
        return {signed_codes(e, {as_images(e, found->x), found->range}, pads), found->range,
                base_of_signed_codes};
    const value_id border =
        e.has_input(2) ? reshaped(e, e.input(2), {}) : e.number(e.type(e.input(0)), 0);
    const value_id images = as_images(e, e.input(0));
    return {e.add("Pad", {images, e.integers(pads), border}), range_around(e, e.input(2)), 0};
}

/// The images under each place of a window along depth, channels one after the other.
value_id under_windows(expansion& e, value_id images, const window& w) {
    std::vector<value_id> parts;
    for (std::int64_t k = 0; k < w.kernel[0]; ++k) {
        const std::int64_t first = k * w.dilations[0];
        const std::int64_t last = first + (w.output[0] - 1) * w.strides[0];
        parts.push_back(sliced(e, images, 0, first, last + 1, w.strides[0]));
    }
    return e.add("Concat", parts, {{"axis", std::int64_t{1}}});
}

/// [outputs, channels, depth, ...] as [outputs, depth * channels, ...].
shared_tensor as_image_kernels(const tensor_data& weights) {
    const extents& d = weights.dims;
    return reshaped(*permuted(weights, {0, 2, 1, 3, 4}), {d[0], d[1] * d[2], d[3], d[4]});
}

/// Windows over depth, rows and columns, as those of images with more channels.
bool expand_volume(expansion& e, const centered_weights& w, const weight_offsets& offsets,
                   const window& window) {
    const integer_data data = images_of(e, window);
    const value_id kernels =
        e.constant(as_image_kernels(*narrow_kernels(w, offsets, e.dims(e.input(1)))));
    const attribute_map attributes{
        {"strides", extents{window.strides[1], window.strides[2]}},
        {"dilations", extents{window.dilations[1], window.dilations[2]}}};
    const value_id sums =
        e.add("tigris.IntegerConv", {under_windows(e, data.codes, window), kernels}, attributes);
    const value_id y = corrected(e, sums, data, w, offsets, 1);
    const extents d = e.dims(y);
    e.give(0, transposed(e, reshaped(e, y, {1, d[0], d[1], d[2], d[3]}), {0, 2, 1, 3, 4}));
    return true;
}

/// Windows over one to three axes, of one volume at most.
bool is_image_or_volume(const expansion& e) {
    const extents x = e.dims(e.input(0)), w = e.dims(e.input(1));
    if (x.size() != w.size()) return false;
    return w.size() < 5 || (w.size() == 5 && x[0] == 1 && integer_attribute(e.at, "group", 1) == 1);
}

}  // namespace

bool expand_to_matmul_sums(expansion& e) {
    if (e.is_constant(e.input(0)) || !has_one_zero_point(e)) return false;
    const extents a = e.dims(e.input(0)), b = e.dims(e.input(1));
    if (b.size() != 2 || a.empty() || a.back() != b[0]) return false;
    const centered_weights w = centered_weights_of(e, e.input(1), e.input(3), 1);
    if (w.numbers.empty() || !fits_32_bits(w)) return false;
    const weight_offsets offsets = offsets_of(w);
    const integer_data data = data_of(e, {});
    const value_id sums =
        e.add("tigris.IntegerMatMul", {data.codes, e.constant(narrow_matrix(w, offsets))});
    e.give(0, corrected(e, sums, data, w, offsets, a.size() - 1));
    return true;
}

bool expand_to_conv_sums(expansion& e) {
    if (e.is_constant(e.input(0)) || !has_one_zero_point(e) || !is_image_or_volume(e)) return false;
    const centered_weights w = centered_weights_of(e, e.input(1), e.input(3), 0);
    if (w.numbers.empty() || !fits_32_bits(w)) return false;
    const weight_offsets offsets = offsets_of(w);
    const extents x = e.dims(e.input(0)), kernels = e.dims(e.input(1));
    const std::int64_t group = integer_attribute(e.at, "group", 1);
    if (group < 1 || x[1] != kernels[1] * group || kernels[0] % group != 0) return false;
    const window window =
        window_of(e.at, {x.begin() + 2, x.end()}, {kernels.begin() + 2, kernels.end()});
    if (!std::equal(kernels.begin() + 2, kernels.end(), window.kernel.begin())) return false;
    if (x.size() == 5) return expand_volume(e, w, offsets, window);
    const integer_data data = data_of(e, border_of(window));
    const attribute_map attributes = unpadded(window, group);
    const value_id sums =
        group > 1
            ? group_sums(e, data.codes, w, offsets, attributes)
            : e.add("tigris.IntegerConv",
                    {data.codes, e.constant(narrow_kernels(w, offsets, kernels))}, attributes);
    e.give(0, corrected(e, sums, data, w, group > 1 ? weight_offsets(w.outputs, 0) : offsets, 1));
    return true;
}

}  // namespace onnx2hpp
