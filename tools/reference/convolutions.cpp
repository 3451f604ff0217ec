// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Convolutions of any number of axes, of floats and of codes, and what resembles them.

#include <reference/call.hpp>
#include <reference/functions.hpp>
#include <reference/quantization.hpp>
#include <reference/window.hpp>

#include <algorithm>
#include <cmath>

namespace reference {
namespace {

/// Sums of products in double: exact for codes, whose sums stay far below 2^53.
tensor convolve(const call& c, const tensor& x, const tensor& w) {
    const std::int64_t groups = c.integer("group", 1);
    const window view = window_of(c, spatial(x.dims), spatial(w.dims));
    const std::int64_t channels = w.dims.at(1);
    const std::int64_t outputs = w.dims.at(0);
    tensor y(element_type::float64, joined(x.dims.at(0), outputs, view.output));
    const auto taps = indices_of(view.kernel);
    for (std::int64_t i = 0; i < y.size(); ++i) {
        const shape at = index_of(i, y.dims);
        const std::int64_t first = at[1] / (outputs / groups) * channels;
        double sum = 0;
        for (std::size_t k = 0; k < taps.size(); ++k) {
            const shape place = view.place(spatial(at), taps[k]);
            if (!view.is_in_input(place)) continue;
            for (std::int64_t m = 0; m < channels; ++m)
                sum += x.number(position_of(joined(at[0], first + m, place), x.dims)) *
                       w.number(position_of(joined(at[1], m, taps[k]), w.dims));
        }
        y.set(i, sum);
    }
    return y;
}

void add_channels(tensor& y, const tensor& bias) {
    for (std::int64_t i = 0; i < y.size(); ++i)
        y.set(i, y.number(i) + bias.number(index_of(i, y.dims)[1]));
}

tensors conv(const call& c) {
    tensor y = convolve(c, c[0], c[1]);
    if (c.has(2)) add_channels(y, c[2]);
    return {as_type(y, c[0].type)};
}

/// Codes less their zero point: one, or one for each extent of `axis`.
tensor centred(const tensor& codes, const tensor* zero_point, std::int64_t axis) {
    return dequantize(codes, reals({}, {1}, element_type::float64), zero_point, axis);
}

tensors conv_integer(const call& c) {
    const tensor x = centred(c[0], c.has(2) ? &c[2] : nullptr, 1);
    const tensor w = centred(c[1], c.has(3) ? &c[3] : nullptr, 0);
    return {as_type(convolve(c, x, w), element_type::int32)};
}

/// The bias has the scale of the products.
tensors qlinear_conv(const call& c) {
    tensor y = convolve(c, centred(c[0], &c[2], 1), centred(c[3], &c[5], 0));
    if (c.has(8)) add_channels(y, c[8]);
    for (std::int64_t i = 0; i < y.size(); ++i) {
        const std::int64_t channel = c[4].size() == 1 ? 0 : index_of(i, y.dims)[1];
        y.set(i, y.number(i) * c[1].number(0) * c[4].number(channel));
    }
    return {quantize(y, c[6], &c[7], c[7].type)};
}

double activated(const call& c, double x) {
    const std::string name = c.text("activation", "");
    const std::vector<double> values = c.reals("activation_params");
    if (name == "Relu") return std::max(0.0, x);
    if (name == "Tanh") return std::tanh(x);
    if (name == "Sigmoid") return sigmoid(x);
    if (name == "LeakyRelu") return x < 0 ? values.at(0) * x : x;
    if (name == "Clip") return clamp_to(x, values.at(0), values.at(1));
    if (name == "HardSigmoid") return hard_sigmoid(x, values.at(0), values.at(1));
    if (name == "silu" || name == "swish") return x * sigmoid(x);
    if (name.empty() || name == "none") return x;
    throw unsupported("activation " + name);
}

/// com.microsoft: a convolution, a sum and a function in one.
tensors fused_conv(const call& c) {
    tensor y = conv(c).at(0);
    for (std::int64_t i = 0; i < y.size(); ++i)
        y.set(i, activated(c, y.number(i) + (c.has(3) ? c[3].number(i) : 0)));
    return {y};
}

/// The state holds the last inputs of the call before; without one they are zeros.
tensors causal_conv(const call& c) {
    const std::int64_t kernel = c[1].dims.at(2);
    const shape dims = c[0].dims;
    tensor seen(c[0].type, {dims.at(0), dims.at(1), kernel - 1 + dims.at(2)});
    tensor state(c[0].type, {dims[0], dims[1], kernel - 1});
    if (c.has(3)) state = c[3];
    for (std::int64_t i = 0; i < seen.size(); ++i) {
        shape at = index_of(i, seen.dims);
        const bool is_past = at[2] < kernel - 1;
        if (!is_past) at[2] -= kernel - 1;
        const tensor& from = is_past ? state : c[0];
        seen.set(i, from.number(position_of(at, from.dims)));
    }
    tensor y(c[0].type, dims);
    for (std::int64_t i = 0; i < y.size(); ++i) {
        const shape at = index_of(i, dims);
        double sum = c.has(2) ? c[2].number(at[1]) : 0;
        for (std::int64_t k = 0; k < kernel; ++k)
            sum += c[1].number(at[1] * kernel + k) *
                   seen.number(position_of({at[0], at[1], at[2] + k}, seen.dims));
        y.set(i, activated(c, sum));
    }
    for (std::int64_t i = 0; i < state.size(); ++i) {
        shape at = index_of(i, state.dims);
        at[2] += dims[2];
        state.set(i, seen.number(position_of(at, seen.dims)));
    }
    return {y, state};
}

/// Extents and pads of a transposed convolution. `output_shape` and auto_pad choose the pads.
window transposed_window(const call& c, const shape& input, const shape& kernel) {
    const std::size_t rank = input.size();
    window w = unpadded_window(c, input, kernel);
    const shape extra = c.integers("output_padding", shape(rank));
    const shape pads = c.integers("pads", shape(2 * rank));
    const shape asked = c.integers("output_shape");
    const std::string automatic = c.text("auto_pad", "NOTSET");
    for (std::size_t i = 0; i < rank; ++i) {
        const std::int64_t whole =
            w.strides[i] * (input[i] - 1) + extra[i] + (kernel[i] - 1) * w.dilations[i] + 1;
        if (!asked.empty() || automatic.starts_with("SAME")) {
            w.output[i] =
                asked.empty() ? input[i] * w.strides[i] : asked.at(asked.size() - rank + i);
            const std::int64_t total = std::max<std::int64_t>(0, whole - w.output[i]);
            w.first[i] = automatic == "SAME_UPPER" ? total / 2 : total - total / 2;
            w.last[i] = total - w.first[i];
        } else {
            if (automatic != "VALID") w.first[i] = pads[i], w.last[i] = pads[i + rank];
            w.output[i] = whole - w.first[i] - w.last[i];
        }
    }
    return w;
}

/// Each input is added, times the kernel, to the outputs that a convolution would read it for.
tensors conv_transpose(const call& c) {
    const tensor& x = c[0];
    const tensor& w = c[1];
    const std::int64_t groups = c.integer("group", 1);
    const window view = transposed_window(c, spatial(x.dims), spatial(w.dims));
    const std::int64_t outputs = w.dims.at(1);
    tensor y(x.type, joined(x.dims.at(0), outputs * groups, view.output));
    const auto taps = indices_of(view.kernel);
    for (std::int64_t i = 0; i < x.size(); ++i) {
        const shape at = index_of(i, x.dims);
        const std::int64_t group = at[1] / (x.dims[1] / groups);
        for (const shape& tap : taps) {
            const shape place = view.place(spatial(at), tap);
            if (!is_inside(place, view.output)) continue;
            for (std::int64_t m = 0; m < outputs; ++m) {
                const auto to = position_of(joined(at[0], group * outputs + m, place), y.dims);
                y.set(to, y.number(to) +
                              x.number(i) * w.number(position_of(joined(at[1], m, tap), w.dims)));
            }
        }
    }
    if (c.has(2)) add_channels(y, c[2]);
    return {y};
}

/// The value between pixels, from those around it; outside they are zeros.
double interpolated(const tensor& x, std::int64_t n, std::int64_t channel,
                    const std::vector<double>& place) {
    double sum = 0;
    const shape extents = spatial(x.dims);
    for (const shape& corner : indices_of(shape(place.size(), 2))) {
        double weight = 1;
        shape at(place.size());
        for (std::size_t i = 0; i < place.size(); ++i) {
            at[i] = std::int64_t(std::floor(place[i])) + corner[i];
            weight *= 1 - std::fabs(place[i] - double(at[i]));
        }
        if (is_inside(at, extents))
            sum += weight * x.number(position_of(joined(n, channel, at), x.dims));
    }
    return sum;
}

/// Each tap is moved by an offset, and may be weakened by a mask.
tensors deform_conv(const call& c) {
    const tensor& x = c[0];
    const tensor& w = c[1];
    const tensor& offsets = c[2];
    const std::int64_t groups = c.integer("group", 1);
    const std::int64_t offset_groups = c.integer("offset_group", 1);
    const window view = window_of(c, spatial(x.dims), spatial(w.dims));
    const auto taps = indices_of(view.kernel);
    const auto rank = std::int64_t(view.kernel.size());
    tensor y(x.type, joined(x.dims.at(0), w.dims.at(0), view.output));
    for (std::int64_t i = 0; i < y.size(); ++i) {
        const shape at = index_of(i, y.dims);
        const shape to = spatial(at);
        double sum = c.has(3) ? c[3].number(at[1]) : 0;
        for (std::int64_t m = 0; m < w.dims[1]; ++m) {
            const std::int64_t channel = at[1] / (w.dims[0] / groups) * w.dims[1] + m;
            const std::int64_t group = channel / (x.dims[1] / offset_groups);
            for (std::size_t k = 0; k < taps.size(); ++k) {
                const std::int64_t tap = group * std::int64_t(taps.size()) + std::int64_t(k);
                const shape plain = view.place(to, taps[k]);
                std::vector<double> place;
                for (std::int64_t axis = 0; axis < rank; ++axis)
                    place.push_back(double(plain[std::size_t(axis)]) +
                                    offsets.number(position_of(joined(at[0], tap * rank + axis, to),
                                                               offsets.dims)));
                const double mask =
                    c.has(4) ? c[4].number(position_of(joined(at[0], tap, to), c[4].dims)) : 1;
                sum += mask * interpolated(x, at[0], channel, place) *
                       w.number(position_of(joined(at[1], m, taps[k]), w.dims));
            }
        }
        y.set(i, sum);
    }
    return {y};
}

/// Columns of windows are added up at the places that they came from.
tensors col2im(const call& c) {
    const shape image = c[1].integers;
    const shape block = c[2].integers;
    const window view = window_of(c, image, block);
    const auto taps = indices_of(block);
    const std::int64_t channels = c[0].dims.at(1) / volume(block);
    tensor y(c[0].type, joined(c[0].dims.at(0), channels, image));
    for (std::int64_t i = 0; i < c[0].size(); ++i) {
        const shape at = index_of(i, c[0].dims);
        const auto tap = std::size_t(at[1] % volume(block));
        const shape place = view.place(index_of(at[2], view.output), taps.at(tap));
        if (!view.is_in_input(place)) continue;
        const auto to = position_of(joined(at[0], at[1] / volume(block), place), y.dims);
        y.set(to, y.number(to) + c[0].number(i));
    }
    return {y};
}

}  // namespace

void add_convolutions(operator_map& all) {
    all["CausalConvWithState"] = causal_conv;
    all["Col2Im"] = col2im;
    all["Conv"] = conv;
    all["ConvInteger"] = conv_integer;
    all["ConvTranspose"] = conv_transpose;
    all["DeformConv"] = deform_conv;
    all["QLinearConv"] = qlinear_conv;
    all["com.microsoft.FusedConv"] = fused_conv;
}

}  // namespace reference
