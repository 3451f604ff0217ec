// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/dead/code_ranges.hpp>

#include <tigris/kernels/arithmetic/average.hpp>
#include <tigris/kernels/portable/binary.hpp>
#include <tigris/kernels/portable/convert.hpp>

namespace onnx2hpp {
namespace {

using namespace tigris;
using namespace tigris::kernels;
using enum rounding;

std::int32_t code_of(std::int64_t units, const result_codes& codes) {
    return encode<std::int32_t>(units, codes);
}

template <rounding R>
interval finished_by(interval sums, fixed_multiplier m, const result_codes& codes, bool is_wide) {
    const auto of = [&](std::int64_t sum) {
        return code_of(is_wide ? requantize_wide<R>(sum, m) : requantize<R>(saturated(sum), m),
                       codes);
    };
    return {of(sums.low), of(sums.high)};
}

template <rounding R>
interval rescaled_by(interval codes, const rescaling& r) {
    return {rescale<R, std::int32_t>(std::int32_t(codes.low), r),
            rescale<R, std::int32_t>(std::int32_t(codes.high), r)};
}

template <rounding R, bool Mean>
interval averaged_by(interval codes, const averaged_counts& counts, const rescaling& r) {
    const std::int32_t none = code_of(0, r.codes);
    interval result{none, none};
    for (std::int32_t count = counts.least; count <= counts.most; ++count) {
        const std::int32_t divisor = counts.all ? counts.all : count;
        if (divisor == 0) continue;
        const averaging<R, Mean> average(divisor, r);
        const std::int32_t padding = (divisor - count) * r.zero_point_in;
        const auto of = [&](std::int64_t code) {
            return average.template code<std::int32_t>(count * std::int32_t(code) + padding);
        };
        const interval made{of(codes.low), of(codes.high)};
        result = count == counts.least && count > 0 ? made : hull(result, made);
    }
    return result;
}

template <rounding R>
interval averaged_by(interval codes, const averaged_counts& counts, const rescaling& r) {
    return counts.mean ? averaged_by<R, true>(codes, counts, r)
                       : averaged_by<R, false>(codes, counts, r);
}

/// The codes of a function at the corners of two intervals. Functions of two codes rise or fall
/// along each of them, and products are largest and smallest there.
template <class T, rounding R, ops::binary_function F>
interval at_corners(interval a, interval b, const binary_layer<T>& layer) {
    constexpr binary_key key{.function = F, .rounds = R, .quantized = true};
    const auto of = [&](std::int64_t x, std::int64_t y) {
        const std::int64_t made =
            code_of(combine_units<key>(layer, std::int32_t(x) - layer.zero_point_a,
                                       std::int32_t(y) - layer.zero_point_b),
                    layer.codes);
        return interval{made, made};
    };
    return hull(hull(of(a.low, b.low), of(a.low, b.high)),
                hull(of(a.high, b.low), of(a.high, b.high)));
}

/// prelu is another function below the first operand's zero point than from there on.
template <class T, rounding R>
interval of_prelu(interval a, interval b, const binary_layer<T>& layer) {
    const auto part = [&](interval x) {
        return at_corners<T, R, ops::binary_function::prelu>(x, b, layer);
    };
    const std::int64_t zero = layer.zero_point_a;
    if (a.high < zero || a.low >= zero) return part(a);
    return hull(part({a.low, zero - 1}), part({zero, a.high}));
}

template <class T, rounding R>
std::optional<interval> combined_by(interval a, interval b, const ops::binary& op,
                                    const operands& t) {
    using enum ops::binary_function;
    const binary_layer<T> layer = layer_of<T>(op, t, {}, R);
    switch (op.function) {
        case add: return at_corners<T, R, add>(a, b, layer);
        case subtract: return at_corners<T, R, subtract>(a, b, layer);
        case multiply: return at_corners<T, R, multiply>(a, b, layer);
        case maximum: return at_corners<T, R, maximum>(a, b, layer);
        case minimum: return at_corners<T, R, minimum>(a, b, layer);
        case prelu: return of_prelu<T, R>(a, b, layer);
        default: return {};
    }
}

template <class T>
std::optional<interval> combined_of(interval a, interval b, const ops::binary& op,
                                    const operands& t) {
    const auto once = combined_by<T, nearest>(a, b, op, t);
    const auto twice = combined_by<T, tflite>(a, b, op, t);
    return once && twice ? std::optional(hull(*once, *twice)) : std::nullopt;
}

}  // namespace

interval codes_of_type(dtype type) { return {lowest_of(type), highest_of(type)}; }

interval finished(interval sums, fixed_multiplier scale, const ops::clamp& clamp,
                  const tensor& input, const tensor& output) {
    const bool is_wide = input.type == dtype::i16;
    return hull(finished_by<nearest>(sums, scale, codes_of(clamp, output, nearest), is_wide),
                finished_by<tflite>(sums, scale, codes_of(clamp, output, tflite), is_wide));
}

interval rescaled(interval codes, const ops::clamp& clamp, const tensor& from, const tensor& to) {
    return hull(rescaled_by<nearest>(codes, rescaling_of(clamp, from, to, nearest)),
                rescaled_by<tflite>(codes, rescaling_of(clamp, from, to, tflite)));
}

interval converted(interval codes, const ops::convert& op, const operands& t) {
    return hull(rescaled_by<nearest>(codes, convert_codes(op.clamp, t, nearest)),
                rescaled_by<tflite>(codes, convert_codes(op.clamp, t, tflite)));
}

interval averaged(interval codes, const averaged_counts& counts, const ops::clamp& clamp,
                  const tensor& from, const tensor& to) {
    return hull(averaged_by<nearest>(codes, counts, rescaling_of(clamp, from, to, nearest)),
                averaged_by<tflite>(codes, counts, rescaling_of(clamp, from, to, tflite)));
}

std::optional<interval> combined(interval a, interval b, const ops::binary& op, const operands& t) {
    const dtype type = t.output().type;
    if (t.input(0).type != type || t.input(1).type != type) return {};
    switch (type) {
        case dtype::i8: return combined_of<std::int8_t>(a, b, op, t);
        case dtype::u8: return combined_of<std::uint8_t>(a, b, op, t);
        case dtype::i16: return combined_of<std::int16_t>(a, b, op, t);
        default: return {};
    }
}

}  // namespace onnx2hpp
