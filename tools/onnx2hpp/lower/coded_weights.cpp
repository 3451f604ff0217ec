// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/coded_weights.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>
#include <onnx2hpp/passes/rewrite.hpp>
#include <onnx2hpp/qdq.hpp>

#include <algorithm>
#include <limits>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// The smallest and the largest of some codes.
struct code_range {
    std::int64_t lowest;
    std::int64_t highest;

    bool is_in(std::int64_t low, std::int64_t high) const {
        return lowest >= low && highest <= high;
    }
    code_range less(std::int64_t base) const { return {lowest - base, highest - base}; }
};

code_range range_of(const std::vector<std::int64_t>& codes) {
    const auto [low, high] = std::minmax_element(codes.begin(), codes.end());
    return {*low, *high};
}

code_range range_of(dtype type) {
    if (tigris::bits_of(type) <= 16) return {tigris::lowest_of(type), tigris::highest_of(type)};
    return {std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()};
}

/// Ranges of weights as they are, or of any that might be there.
struct weight_ranges {
    code_range codes;
    code_range centered;
};
weight_ranges ranges_of(const tensor_data& given, const affine& quant, bool weights_vary) {
    const code_range codes = weights_vary ? range_of(given.type) : range_of(integers_of(given));
    if (!weights_vary) return {codes, range_of(centered_codes(given, quant))};
    const auto [low, high] = std::minmax_element(quant.zero_point.begin(), quant.zero_point.end());
    return {codes, {codes.lowest - *high, codes.highest - *low}};
}

bool are_equal(const std::vector<std::int32_t>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(),
                       [&](std::int32_t number) { return number == numbers[0]; });
}

/// Weights as codes of 8 bits less their zero points. Or, with the only zero point that there is,
/// from the lowest code up. What fits into 4 bits goes before what does not.
std::optional<coded_weights> in_8_bits(const tensor_data& given, const affine& quant,
                                       bool weights_vary) {
    const weight_ranges ranges = ranges_of(given, quant, weights_vary);
    const bool has_one_zero_point = are_equal(quant.zero_point);
    const std::int64_t base = ranges.codes.lowest, range = ranges.codes.highest - base;
    const bool is_small = has_one_zero_point && range < 16 && !ranges.centered.is_in(-8, 7);
    if (!is_small && ranges.centered.is_in(-128, 127))
        return coded_weights{*make_tensor(dtype::i8, given.dims, centered_codes(given, quant)),
                             0,
                             quant.scale,
                             0,
                             {},
                             ranges.centered.is_in(-8, 7)};
    if (!has_one_zero_point || range > 255) return {};
    std::vector<std::int64_t> codes = integers_of(given);
    for (std::int64_t& code : codes) code -= base;
    return coded_weights{*make_tensor(dtype::u8, given.dims, codes),
                         static_cast<std::int32_t>(quant.zero_point[0] - base),
                         quant.scale,
                         0,
                         {},
                         range < 16};
}

/// Weights as codes in blocks, less their zero points where that is as small. Else the codes count
/// from the lowest code or zero point up, with a zero point for each block.
std::optional<coded_weights> in_blocks(const tensor_data& given, const affine& quant,
                                       bool weights_vary) {
    const weight_ranges ranges = ranges_of(given, quant, weights_vary);
    std::vector<std::int64_t> zero_points(quant.zero_point.begin(), quant.zero_point.end());
    const std::int64_t base = std::min(ranges.codes.lowest, range_of(zero_points).lowest);
    for (std::int64_t& zero_point : zero_points) zero_point -= base;
    const code_range shifted = ranges.codes.less(base);
    const bool is_small = shifted.is_in(0, 15) && !ranges.centered.is_in(-8, 7);
    if (!is_small && ranges.centered.is_in(-128, 127))
        return coded_weights{*make_tensor(dtype::i8, given.dims, centered_codes(given, quant)),
                             0,
                             quant.scale,
                             quant.block,
                             {},
                             ranges.centered.is_in(-8, 7)};
    if (!shifted.is_in(0, 255) || !range_of(zero_points).is_in(0, 255)) return {};
    std::vector<std::int64_t> codes = integers_of(given);
    for (std::int64_t& code : codes) code -= base;
    return coded_weights{*make_tensor(dtype::u8, given.dims, codes),
                         0,
                         quant.scale,
                         quant.block,
                         zero_points,
                         shifted.is_in(0, 15)};
}

/// Whether a kernel finds each block of an output's weights in one span, as often as it reads
/// them: matrices, if their columns stay where they are.
bool has_blocks_in_rows(const lowering& l, const node& n, const affine& quant) {
    const operator_traits& traits = traits_of(l.source, n);
    return traits.is_layer && !traits.has_windows() && quant.axis == 1 - output_axis(n) &&
           l.dims(n.inputs[1]).size() == 2 && l.place(n.inputs[0]).columns.empty();
}

bool saves_flash(const coded_weights& w) {
    return w.codes.bytes.size() + w.scales.size() * sizeof(float) + w.zero_points.size() <
           w.codes.bytes.size() * sizeof(float);
}

/// [inputs, outputs] as [outputs, inputs]; the other way round it lies already.
shared_tensor by_outputs(const node& n, const tensor_data& matrix) {
    return output_axis(n) == 0 ? reshaped(matrix, matrix.dims) : permuted(matrix, {1, 0});
}

/// The extents of what is there once for each block of the weights of node n.
extents blocks_in(const lowering& l, const node& n, const coded_weights& w) {
    extents dims = l.dims(n.inputs[1]);
    dims[static_cast<std::size_t>(1 - output_axis(n))] /= w.block;
    return dims;
}

}  // namespace

std::optional<coded_weights> coded_weights_of(const lowering& l, const node& n) {
    const auto& before = l.at(n.inputs[1]).dequantized;
    if (!before || l.at(n.inputs[0]).type != dtype::f32) return {};
    const affine& quant = before->quant;
    std::optional<coded_weights> result;
    if (quant.block != 0 && has_blocks_in_rows(l, n, quant))
        result = in_blocks(before->codes, quant, l.result.weights_vary);
    else if (quant.per_tensor() || (quant.block == 0 && quant.axis == output_axis(n)))
        result = in_8_bits(before->codes, quant, l.result.weights_vary);
    if (result && !saves_flash(*result)) result.reset();
    return result;
}

int coded_constant(lowering& l, const node& n, const coded_weights& w,
                   const tensor_data& arranged) {
    tensor_data codes = arranged;
    if (w.fits_4_bits) codes.type = codes.type == dtype::i8 ? dtype::i4 : dtype::u4;
    affine units;
    if (codes.type == dtype::u8 || codes.type == dtype::u4) units = {{1}, {w.zero_point}};
    return l.constant(l.at(n.inputs[1]).name, codes, units);
}

std::vector<int> scale_constants(lowering& l, const node& n, const coded_weights& w, float factor) {
    std::vector<float> scales = w.scales;
    for (float& scale : scales) scale *= factor;
    const std::string name = l.at(n.inputs[1]).name;
    if (w.block == 0) {
        const auto count = static_cast<std::int64_t>(scales.size());
        return {l.constant(name + "_scales", *tensor_of(dtype::f32, {count}, scales))};
    }
    const extents blocks = blocks_in(l, n, w);
    std::vector<int> result{
        l.constant(name + "_scales", *by_outputs(n, *tensor_of(dtype::f32, blocks, scales)))};
    if (!w.zero_points.empty())
        result.push_back(l.constant(
            name + "_zero_points", *by_outputs(n, *make_tensor(dtype::u8, blocks, w.zero_points))));
    return result;
}

}  // namespace onnx2hpp
