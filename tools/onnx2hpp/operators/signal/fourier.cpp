// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/evaluate/precise.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/signal/numbers.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <numbers>
#include <numeric>

namespace onnx2hpp {
namespace {

using tigris::dtype;

void require_float_signal(const expansion& e) {
    if (e.type(e.input(0)) != dtype::f32)
        fail_unsupported(e.at, "its signal is " + name_of(e.type(e.input(0))), "use float32");
}

// DFT

/// A transform as a matrix: [points_in * parts_in, points_out * parts_out].
struct transform {
    std::int64_t length, points_in, parts_in, points_out, parts_out;
    bool inverse;
    bool to_real;  ///< from the half of the bins that says all
};

/// e^(-2 pi i jk / n), or its conjugate for the inverse: real and imaginary part.
class unit_roots {
public:
    explicit unit_roots(const transform& t) {
        for (std::int64_t n = 0; n < t.length; ++n) {
            const double angle =
                2 * std::numbers::pi * static_cast<double>(n) / static_cast<double>(t.length);
            const double sine = precise::sin(angle);
            roots_.emplace_back(precise::cos(angle), t.inverse ? sine : -sine);
        }
    }

    std::pair<double, double> operator()(std::int64_t j, std::int64_t k) const {
        return roots_[static_cast<std::size_t>(j * k) % roots_.size()];
    }

private:
    std::vector<std::pair<double, double>> roots_;
};

/// How much bin j counts: it stands for its mirror image too where only half of the bins are there.
double weight_of_point(const transform& t, std::int64_t j) {
    const std::int64_t points = t.to_real ? t.length / 2 + 1 : t.length;
    if (j >= points) return 0;
    const double scale = t.inverse ? 1 / static_cast<double>(t.length) : 1;
    return t.to_real && j > 0 && 2 * j != t.length ? 2 * scale : scale;
}

/// How part p of an input counts for part q of an output, at the angle of `root`.
double entry(std::pair<double, double> root, std::int64_t p, std::int64_t q) {
    if (p == q) return root.first;
    return q == 1 ? root.second : -root.second;
}

shared_tensor matrix_of(const transform& t) {
    const unit_roots root(t);
    std::vector<double> table;
    for (std::int64_t j = 0; j < t.points_in; ++j)
        for (std::int64_t p = 0; p < t.parts_in; ++p)
            for (std::int64_t k = 0; k < t.points_out; ++k)
                for (std::int64_t q = 0; q < t.parts_out; ++q)
                    table.push_back(weight_of_point(t, j) * entry(root(j, k), p, q));
    return make_tensor(dtype::f32, {t.points_in * t.parts_in, t.points_out * t.parts_out}, table);
}

std::int64_t axis_of_transform(const expansion& e, std::int64_t rank) {
    const std::int64_t given = e.at.since < 20  ? integer_attribute(e.at, "axis", 1)
                               : e.has_input(2) ? integer_at(e, 2)
                                                : -2;
    const std::int64_t axis = given < 0 ? given + rank : given;
    if (axis < 0 || axis >= rank - 1)
        fail_bad_input(e.at, fmt::format("axis {} is none of its signal's", given));
    return axis;
}

transform transform_of(const expansion& e, const extents& dims, std::int64_t axis) {
    const std::int64_t points = dims[static_cast<std::size_t>(axis)];
    const bool inverse = integer_attribute(e.at, "inverse", 0) != 0;
    const bool one_sided = integer_attribute(e.at, "onesided", 0) != 0;
    const std::int64_t usual = inverse && one_sided ? 2 * (points - 1) : points;
    const std::int64_t length = e.has_input(1) ? integer_at(e, 1) : usual;
    if (length < 1) fail_bad_input(e.at, fmt::format("its length is {}", length));
    const bool halves = one_sided && !inverse;
    return {length,
            points,
            dims.back(),
            halves ? length / 2 + 1 : length,
            inverse && one_sided ? 1 : 2,
            inverse,
            inverse && one_sided};
}

/// The order of axes with `axis` right before the last one.
extents brought_behind(std::int64_t axis, std::int64_t rank) {
    extents perm(static_cast<std::size_t>(rank));
    std::iota(perm.begin(), perm.end(), 0);
    std::rotate(perm.begin() + axis, perm.begin() + axis + 1, perm.end() - 1);
    return perm;
}

extents inverse_of(const extents& perm) {
    extents inverse(perm.size());
    for (std::size_t k = 0; k < perm.size(); ++k)
        inverse[static_cast<std::size_t>(perm[k])] = static_cast<std::int64_t>(k);
    return inverse;
}

/// A product with a matrix of unit roots.
bool expand_dft(expansion& e) {
    require_float_signal(e);
    const extents given = e.dims(e.input(0));
    const auto rank = static_cast<std::int64_t>(given.size());
    if (rank < 2 || given.back() < 1 || given.back() > 2)
        fail_bad_input(e.at, fmt::format("its input has shape {}, but must end in 1 or 2 parts",
                                         to_text(given)));
    const std::int64_t axis = axis_of_transform(e, rank);
    const transform t = transform_of(e, given, axis);
    require_table(e, t.points_in * t.parts_in, t.points_out * t.parts_out);
    const extents perm = brought_behind(axis, rank);
    const value_id signal = transposed(e, e.input(0), perm);
    extents dims = e.dims(signal);
    const std::int64_t rows = element_count(dims) / (t.points_in * t.parts_in);
    const value_id flat = reshaped(e, signal, {rows, t.points_in * t.parts_in});
    const value_id product = e.add("MatMul", {flat, e.constant(matrix_of(t))});
    dims[dims.size() - 2] = t.points_out;
    dims.back() = t.parts_out;
    const value_id y = reshaped(e, product, dims);
    e.give(0, transposed(e, y, inverse_of(perm)));
    return true;
}

// STFT

struct frames {
    std::int64_t step, length, bins;
};

/// The window, or ones where there is none or it is applied apart.
std::vector<double> window_of(const expansion& e, std::int64_t length) {
    if (e.is_constant(e.input(2))) return numbers_of(*e.of(e.input(2)).constant);
    return std::vector<double>(static_cast<std::size_t>(length), 1.0);
}

frames frames_of(const expansion& e, std::int64_t samples) {
    if (!e.has_input(2) && !e.has_input(3))
        fail_bad_input(e.at, "it has neither a window nor a frame length");
    const std::int64_t length =
        e.has_input(3) ? integer_at(e, 3) : element_count(e.dims(e.input(2)));
    const std::int64_t step = integer_at(e, 1);
    const bool one_sided = integer_attribute(e.at, "onesided", 1) != 0;
    if (step < 1 || length < 1 || length > samples)
        fail_bad_input(e.at, fmt::format("{} samples have no frames of length {} and step {}",
                                         samples, length, step));
    if (e.has_input(2) && e.dims(e.input(2)) != extents{length})
        fail_bad_input(e.at, fmt::format("its window has shape {}, its frames length {}",
                                         to_text(e.dims(e.input(2))), length));
    return {step, length, one_sided ? length / 2 + 1 : length};
}

/// A convolution's weights: [bins * 2, parts of the signal, length], the window in them.
shared_tensor filters_of(const frames& f, std::int64_t parts, const std::vector<double>& window) {
    const unit_roots root({f.length, f.length, parts, f.bins, 2, false, false});
    std::vector<double> filters;
    for (std::int64_t k = 0; k < f.bins; ++k)
        for (std::int64_t q = 0; q < 2; ++q)
            for (std::int64_t p = 0; p < parts; ++p)
                for (std::int64_t j = 0; j < f.length; ++j)
                    filters.push_back(window[static_cast<std::size_t>(j)] *
                                      entry(root(j, k), p, q));
    return make_tensor(dtype::f32, {2 * f.bins, parts, f.length}, filters);
}

/// What filters make of a signal [batch, samples, parts]: [batch, frames, filters].
value_id filtered(expansion& e, value_id signal, const shared_tensor& filters, const frames& f) {
    const value_id columns = transposed(e, signal, {0, 2, 1});
    const value_id result =
        e.add("Conv", {columns, e.constant(filters)},
              {{"strides", extents{f.step}}, {"kernel_shape", extents{f.length}}});
    return transposed(e, result, {0, 2, 1});
}

/// Filters that only cut frames out: [length * parts, parts, length].
shared_tensor cutting_filters(const frames& f, std::int64_t parts) {
    std::vector<double> filters;
    for (std::int64_t place = 0; place < f.length * parts; ++place)
        for (std::int64_t p = 0; p < parts; ++p)
            for (std::int64_t j = 0; j < f.length; ++j)
                filters.push_back(j * parts + p == place ? 1 : 0);
    return make_tensor(dtype::f32, {f.length * parts, parts, f.length}, filters);
}

/// Frames, times a window of run time, times unit roots.
value_id windowed_bins(expansion& e, value_id signal, const frames& f, std::int64_t parts) {
    const value_id cut = filtered(e, signal, cutting_filters(f, parts), f);
    const extents dims = e.dims(cut);
    const value_id frames = reshaped(e, cut, {dims[0], dims[1], f.length, parts});
    const value_id window = reshaped(e, e.input(2), {f.length, 1});
    const value_id shaped = reshaped(e, e.add("Mul", {frames, window}), dims);
    const transform t{f.length, f.length, parts, f.bins, 2, false, false};
    return e.add("MatMul", {shaped, e.constant(matrix_of(t))});
}

/// A convolution with windowed unit roots, so that the signal streams.
bool expand_stft(expansion& e) {
    require_float_signal(e);
    extents dims = e.dims(e.input(0));
    if (dims.size() == 2) dims.push_back(1);
    if (dims.size() != 3 || dims[2] < 1 || dims[2] > 2)
        fail_bad_input(e.at, fmt::format("its signal has the unfitting shape {}", to_text(dims)));
    const frames f = frames_of(e, dims[1]);
    require_table(e, std::max(2 * f.bins, f.length * dims[2]), f.length * dims[2]);
    const value_id signal = reshaped(e, e.input(0), dims);
    const bool is_window_read = e.has_input(2) && !e.is_constant(e.input(2));
    const value_id bins =
        is_window_read ? windowed_bins(e, signal, f, dims[2])
                       : filtered(e, signal, filters_of(f, dims[2], window_of(e, f.length)), f);
    e.give(0, reshaped(e, bins, {dims[0], e.dims(bins)[1], f.bins, 2}));
    return true;
}

}  // namespace

namespace operators {

operator_entries fourier_operators() {
    return {
        {.type = "DFT",
         .versions = {{.since = {17},
                       .inputs = {1, 2},
                       .attributes = {integer("axis"), flag("inverse"), flag("onesided")}},
                      {.since = {20},
                       .inputs = {1, 3},
                       .attributes = {flag("inverse"), flag("onesided")}}},
         .expand = expand_dft},
        {.type = "STFT",
         .versions = {{.since = {17}, .inputs = {2, 4}, .attributes = {flag("onesided")}}},
         .expand = expand_stft},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
