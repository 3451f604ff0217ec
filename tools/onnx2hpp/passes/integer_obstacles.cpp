// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/onnx/functions.hpp>
#include <onnx2hpp/onnx/resize.hpp>
#include <onnx2hpp/passes/integer_obstacles.hpp>
#include <onnx2hpp/passes/integer_weights.hpp>
#include <onnx2hpp/passes/reduce_mean_to_global_average_pool.hpp>
#include <onnx2hpp/qdq.hpp>

#include <algorithm>
#include <cmath>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// A product whose second factor is no constant has two activations as data, and no weights.
bool multiplies_activations(const rewriter& r, const node& n) {
    const bool may = traits_of(r.model, n).may_lack_weights;
    const value_id codes = may ? codes_of(r, n.inputs[1]) : absent;
    return codes != absent && !r.is_constant(codes) && n.inputs.size() == 2;
}

/// Windows over more than rows and columns compute in floating point, transposed groups too.
bool has_integer_window(const rewriter& r, const node& n) {
    if (n.op_type == "ConvTranspose" && integer_attribute(n, "group", 1) != 1) return false;
    return r.at_value(n.inputs[0]).dims.size() <= 4;
}

bool has_integer_kernel(const rewriter& r, const node& n) {
    const operator_traits& traits = traits_of(r.model, n);
    if (traits.order == wanted_order::channels_last && !has_integer_window(r, n)) return false;
    if (traits.resizes) return resizes_by_rows(resizing_of(r.model, n));
    if (activation_of(r.model, n) || becomes_pool(r.model, n)) return true;
    return traits.has_integer_kernel || traits.is_layer || traits.combines_codes ||
           keeps_codes(r, n) || is_real_function(r.model, n);
}

/// Whether the value that a Pad adds has an exact code.
bool pads_exactly(const rewriter& r, const node& n) {
    const auto real = pad_value(r, n);
    if (!real) return false;
    const value& codes = r.at_value(codes_of(r, n.inputs[0]));
    const tigris::quantization q = quantization_of(codes.quant);
    const double code = static_cast<double>(*real) / static_cast<double>(q.scale) + q.zero_point;
    return std::abs(code - std::nearbyint(code)) < 1e-4 && code > lowest_of(codes.type) - 0.5 &&
           code < highest_of(codes.type) + 0.5;
}

std::string obstacle_in_inputs(const rewriter& r, const node& n) {
    bool has_activation = false;
    for (std::size_t slot = 0; slot < data_inputs(r, n); ++slot) {
        const value_id v = n.inputs[slot];
        if (codes_of(r, v) == absent)
            return "its input " + in_quotes(r.at_value(v).name) +
                   " does not come from a DequantizeLinear of 8 bits, or 16 around 0, with one "
                   "scale";
        has_activation |= !r.is_constant(codes_of(r, v));
        if (r.at_value(codes_of(r, v)).quant.scale[0] == 0) return "a scale is zero";
    }
    return has_activation ? "" : "its inputs are all constant";
}

std::string obstacle_in_output(const rewriter& r, const node& n) {
    const value_id y = n.outputs[0];
    const std::vector<value_id> forms = quantized_forms(r, y);
    if (forms.empty()) return "its result is not quantized";
    if (forms.size() != r.readers(y).size() || r.is_output(y))
        return "its result is also read without a QuantizeLinear";
    const value& first = r.at_value(forms[0]);
    if (!are_kernel_codes(first.type, first.quant))
        return "its result is not quantized to 8 bits, or to 16 around 0, with one scale";
    const bool agree = std::all_of(forms.begin(), forms.end(), [&](value_id v) {
        return r.at_value(v).type == first.type && r.at_value(v).quant == first.quant;
    });
    return agree ? "" : "its result is quantized in two ways";
}

/// Elements that an average of 16-bit codes may count (kernels/arithmetic/average.hpp).
constexpr std::int64_t most_averaged = 65535;

/// The elements that go into each of an average's results, or more.
std::int64_t averaged_elements(const rewriter& r, const node& n) {
    if (!traits_of(r.model, n).averages) return 1;
    if (const auto window = find_attribute<extents>(n, "kernel_shape"))
        return element_count(*window);
    return element_count(r.at_value(n.inputs[0]).dims) /
           element_count(r.at_value(n.outputs[0]).dims);
}

/// Why node n cannot compute with codes of 16 bits.
std::string obstacle_in_16_bits(const rewriter& r, const node& n) {
    const operator_traits& traits = traits_of(r.model, n);
    const bool interpolates = traits.resizes && !resizes_by_copying(n);
    if (interpolates || traits.only_8_bits || multiplies_activations(r, n))
        return "there is no integer kernel of 16 bits for it";
    if (averaged_elements(r, n) > most_averaged) return "it averages more than 65535 elements";
    return "";
}

/// Why node n cannot compute with codes of this type, apart from where they come from and go.
std::string obstacle_in_operation(const rewriter& r, const node& n, dtype type, coarse_bias form) {
    std::string reason = type == dtype::i16 ? obstacle_in_16_bits(r, n) : "";
    if (reason.empty() && has_weights(r, n))
        reason = obstacle_in_weights(r, n, scales_of(r, n, form));
    if (reason.empty() && pads_with_a_number(n) && !pads_exactly(r, n))
        reason = "its border has no exact code";
    return reason;
}

}  // namespace

value_id codes_of(const rewriter& r, value_id v) {
    const int producer = dequantizer(r, v);
    if (producer < 0) return absent;
    const value_id codes = r.at(producer).inputs[0];
    const bool is_usable =
        are_kernel_codes(r.at_value(codes).type, parameters_of(r.model, r.at(producer)));
    return is_usable ? codes : absent;
}

std::vector<value_id> quantized_forms(const rewriter& r, value_id v) {
    std::vector<value_id> forms;
    for (const int reader : r.readers(v))
        if (r.at(reader).op_type == "QuantizeLinear") forms.push_back(r.at(reader).outputs[0]);
    return forms;
}

bool keeps_codes(const rewriter& r, const node& n) {
    const operator_traits& traits = traits_of(r.model, n);
    return traits.keeps_codes || traits.moves != element_moves::none;
}

bool lacks_only_codes_of_result(const rewriter& r, const node& n) {
    if (n.op_type.empty() || n.inputs.empty() || !keeps_codes(r, n)) return false;
    if (data_inputs(r, n) != 1 || !(n.clamp == tigris::ops::clamp{})) return false;
    if (!has_integer_kernel(r, n) || !obstacle_in_inputs(r, n).empty()) return false;
    const dtype type = r.at_value(codes_of(r, n.inputs[0])).type;
    return obstacle_in_operation(r, n, type, coarse_bias::kept).empty() &&
           !obstacle_in_output(r, n).empty();
}

std::size_t data_inputs(const rewriter& r, const node& n) {
    const operator_traits& traits = traits_of(r.model, n);
    if (traits.joins) return n.inputs.size();
    return traits.combines_codes || multiplies_activations(r, n) ? 2 : 1;
}

bool has_weights(const rewriter& r, const node& n) {
    return traits_of(r.model, n).is_layer && !multiplies_activations(r, n);
}

bool is_layer_of_bytes(const rewriter& r, const node& n) {
    return has_weights(r, n) && has_integer_kernel(r, n) && obstacle_in_inputs(r, n).empty() &&
           is_byte(r.at_value(codes_of(r, n.inputs[0])).type);
}

bool pads_with_a_number(const node& n) {
    return n.op_type == "Pad" && text_attribute(n, "mode", "constant") == "constant";
}

layer_scales scales_of(const rewriter& r, const node& n, coarse_bias form) {
    const value& result = r.at_value(quantized_forms(r, n.outputs[0])[0]);
    return {r.at_value(codes_of(r, n.inputs[0])).quant.scale[0],
            form == coarse_bias::rounded ? result.quant.scale[0] : 0};
}

dtype working_type(const rewriter& r, const node& n) {
    dtype type = r.at_value(quantized_forms(r, n.outputs[0])[0]).type;
    if (type == dtype::i16 && !keeps_codes(r, n)) return type;
    for (std::size_t slot = data_inputs(r, n); slot-- > 0;) {
        const value& codes = r.at_value(codes_of(r, n.inputs[slot]));
        if (codes.type == dtype::i16) return codes.type;
        if (!codes.constant) type = codes.type;
    }
    return type;
}

std::string obstacle_to_integers(const rewriter& r, const node& n, coarse_bias form) {
    if (!has_integer_kernel(r, n)) return "there is no integer kernel for it";
    std::string reason = obstacle_in_inputs(r, n);
    if (reason.empty()) reason = obstacle_in_output(r, n);
    return reason.empty() ? obstacle_in_operation(r, n, working_type(r, n), form) : reason;
}

}  // namespace onnx2hpp
