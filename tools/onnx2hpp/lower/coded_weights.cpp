// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/lower/coded_weights.hpp>
#include <onnx2hpp/passes/rewrite.hpp>
#include <onnx2hpp/qdq.hpp>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::dtype;

bool all_in(const std::vector<std::int64_t>& codes, std::int64_t low, std::int64_t high) {
    return std::all_of(codes.begin(), codes.end(),
                       [&](std::int64_t code) { return code >= low && code <= high; });
}

bool are_equal(const std::vector<std::int32_t>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(),
                       [&](std::int32_t number) { return number == numbers[0]; });
}

/// Codes less their zero points; or, with the only zero point that there is, from the lowest code
/// up. What fits into 4 bits goes before what does not.
std::optional<coded_weights> in_8_bits(const tensor_data& given, const affine& quant) {
    const std::vector<std::int64_t> centered = centered_codes(given, quant);
    const coded_weights symmetric{*make_tensor(dtype::i8, given.dims, centered), 0, quant.scale};
    const bool has_one_zero_point = are_equal(quant.zero_point);
    std::vector<std::int64_t> codes = integers_of(given);
    const auto [low, high] = std::minmax_element(codes.begin(), codes.end());
    const std::int64_t base = *low, range = *high - *low;
    const bool is_small = has_one_zero_point && range < 16 && !all_in(centered, -8, 7);
    if (!is_small && all_in(centered, -128, 127)) return symmetric;
    if (!has_one_zero_point || range > 255) return {};
    for (std::int64_t& code : codes) code -= base;
    return coded_weights{*make_tensor(dtype::u8, given.dims, codes),
                         static_cast<std::int32_t>(quant.zero_point[0] - base), quant.scale};
}

/// Whether all codes fit into 4 bits of the type's sign.
bool fits_4_bits(const tensor_data& codes) {
    const bool is_signed = codes.type == dtype::i8;
    return all_in(integers_of(codes), is_signed ? -8 : 0, is_signed ? 7 : 15);
}

bool saves_flash(const coded_weights& w) {
    return w.codes.bytes.size() + w.scales.size() * sizeof(float) <
           w.codes.bytes.size() * sizeof(float);
}

}  // namespace

std::optional<coded_weights> coded_weights_of(const lowering& l, const node& n) {
    const auto& before = l.at(n.inputs[1]).dequantized;
    if (!before || l.at(n.inputs[0]).type != dtype::f32) return {};
    const affine& quant = before->quant;
    if (!quant.per_tensor() && quant.axis != output_axis(n)) return {};
    auto result = in_8_bits(before->codes, quant);
    if (result && !saves_flash(*result)) result.reset();
    return result;
}

int coded_constant(lowering& l, const node& n, const coded_weights& w,
                   const tensor_data& arranged) {
    tensor_data codes = arranged;
    if (fits_4_bits(codes)) codes.type = codes.type == dtype::i8 ? dtype::i4 : dtype::u4;
    affine units;
    if (codes.type == dtype::u8 || codes.type == dtype::u4) units = {{1}, {w.zero_point}};
    return l.constant(l.at(n.inputs[1]).name, codes, units);
}

int scales_constant(lowering& l, const node& n, const coded_weights& w, float factor) {
    std::vector<float> scales = w.scales;
    for (float& scale : scales) scale *= factor;
    const auto count = static_cast<std::int64_t>(scales.size());
    return l.constant(l.at(n.inputs[1]).name + "_scales", *tensor_of(dtype::f32, {count}, scales));
}

}  // namespace onnx2hpp
