// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Spectra and what is needed around them.

#include <reference/call.hpp>
#include <reference/lines.hpp>

#include <algorithm>
#include <cmath>

namespace reference {
namespace {

constexpr double pi = 3.14159265358979323846;

/// a0 - a1 cos(2 pi n / N) + a2 cos(4 pi n / N); N is one less where the window is symmetric.
kernel cosine_window(double a0, double a1, double a2) {
    return [=](const call& c) -> tensors {
        const std::int64_t size = c[0].integer(0);
        const bool is_periodic = c.integer("periodic", 1) != 0;
        const auto period = double(is_periodic ? size : size - 1);
        tensor y(type_of(c.integer("output_datatype", 1)), {size});
        for (std::int64_t i = 0; i < size; ++i) {
            const double angle = 2 * pi * double(i) / period;
            y.set(i, a0 - a1 * std::cos(angle) + a2 * std::cos(2 * angle));
        }
        return {y};
    };
}

struct complex {
    double real = 0;
    double imaginary = 0;
};

/// Bin k of the discrete Fourier transform of a line, which `element` gives. What lies beyond its
/// length is zero.
template <class Element>
complex bin(std::int64_t k, std::int64_t length, std::int64_t period, bool is_inverse,
            Element element) {
    complex sum;
    for (std::int64_t n = 0; n < std::min(length, period); ++n) {
        const double angle = (is_inverse ? 2 : -2) * pi * double(n * k % period) / double(period);
        const complex x = element(n);
        sum.real += x.real * std::cos(angle) - x.imaginary * std::sin(angle);
        sum.imaginary += x.real * std::sin(angle) + x.imaginary * std::cos(angle);
    }
    if (is_inverse) sum.real /= double(period), sum.imaginary /= double(period);
    return sum;
}

/// The last axis holds real parts, or real and imaginary ones.
tensors dft(const call& c) {
    const bool is_inverse = c.integer("inverse", 0) != 0;
    const bool is_onesided = c.integer("onesided", 0) != 0;
    if (is_inverse && is_onesided) throw unsupported("DFT that is inverse and one-sided");
    const std::int64_t number = c.opset < 20 ? c.integer("axis", 1)
                                : c.has(2)   ? c[2].integer(0)
                                             : -2;
    const std::size_t axis = axis_of(number, c[0].rank());
    const std::int64_t parts = c[0].extent(-1);
    shape extents(c[0].dims.begin(), c[0].dims.end() - 1);
    const lines from(extents, axis);
    const std::int64_t period = c.has(1) ? c[1].integer(0) : from.length;
    extents[axis] = is_onesided ? period / 2 + 1 : period;
    const lines to(extents, axis);
    shape dims = extents;
    dims.push_back(2);
    tensor y(c[0].type, dims);
    for (std::int64_t line = 0; line < to.count; ++line)
        for (std::int64_t k = 0; k < to.length; ++k) {
            const complex sum = bin(k, from.length, period, is_inverse, [&](std::int64_t n) {
                const std::int64_t at = from.at(line, n) * parts;
                return complex{c[0].number(at), parts == 2 ? c[0].number(at + 1) : 0};
            });
            y.set(to.at(line, k) * 2, sum.real);
            y.set(to.at(line, k) * 2 + 1, sum.imaginary);
        }
    return {y};
}

/// Frames of [batch, length, 1 or 2], each times the window, as spectra.
tensors stft(const call& c) {
    const std::int64_t step = c[1].integer(0);
    const std::int64_t frame = c.has(3) ? c[3].integer(0) : c[2].size();
    const std::int64_t parts = c[0].rank() == 3 ? c[0].dims[2] : 1;
    const std::int64_t length = c[0].dims.at(1);
    const bool is_onesided = c.integer("onesided", 1) != 0;
    tensor y(c[0].type,
             {c[0].dims[0], (length - frame) / step + 1, is_onesided ? frame / 2 + 1 : frame, 2});
    for (std::int64_t i = 0; i < y.size(); i += 2) {
        const shape at = index_of(i, y.dims);
        const complex sum = bin(at[2], frame, frame, false, [&](std::int64_t n) {
            const std::int64_t from = (at[0] * length + at[1] * step + n) * parts;
            const double weight = c.has(2) ? c[2].number(n) : 1;
            return complex{weight * c[0].number(from),
                           parts == 2 ? weight * c[0].number(from + 1) : 0};
        });
        y.set(i, sum.real);
        y.set(i + 1, sum.imaginary);
    }
    return {y};
}

double mel_of(double frequency) { return 2595 * std::log10(1 + frequency / 700); }
double frequency_of(double mel) { return 700 * (std::pow(10, mel / 2595) - 1); }

/// Triangles between bins whose distances are equal in mel.
tensors mel_weight_matrix(const call& c) {
    const auto count = std::int64_t(c[0].number(0));
    const auto length = std::int64_t(c[1].number(0));
    const double low = mel_of(c[3].number(0));
    const double step = (mel_of(c[4].number(0)) - low) / double(count + 2);
    std::vector<std::int64_t> bins;
    for (std::int64_t i = 0; i < count + 2; ++i)
        bins.push_back(std::int64_t(std::floor(
            double(length + 1) * frequency_of(low + double(i) * step) / c[2].number(0))));
    tensor y(type_of(c.integer("output_datatype", 1)), {length / 2 + 1, count});
    for (std::int64_t i = 0; i < count; ++i) {
        const auto first = bins[std::size_t(i)];
        const auto middle = bins[std::size_t(i + 1)];
        const auto last = bins[std::size_t(i + 2)];
        if (first == middle) y.set(middle * count + i, std::int64_t{1});
        for (std::int64_t k = first; first < middle && k <= middle; ++k)
            y.set(k * count + i, double(k - first) / double(middle - first));
        for (std::int64_t k = middle; k < last; ++k)
            y.set(k * count + i, double(last - k) / double(last - middle));
    }
    return {y};
}

}  // namespace

void add_signals(operator_map& all) {
    all["BlackmanWindow"] = cosine_window(0.42, 0.5, 0.08);
    all["DFT"] = dft;
    all["HammingWindow"] = cosine_window(25.0 / 46, 21.0 / 46, 0);
    all["HannWindow"] = cosine_window(0.5, 0.5, 0);
    all["MelWeightMatrix"] = mel_weight_matrix;
    all["STFT"] = stft;
}

}  // namespace reference
