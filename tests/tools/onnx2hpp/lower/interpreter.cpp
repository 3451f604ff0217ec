// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tools/onnx2hpp/lower/interpreter.hpp>

#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/lower/lower.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace onnx2hpp::test {
namespace {

namespace ops = tigris::ops;
using tigris::tensor;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// Images of any rank as [n, h, w, c].
struct image_shape {
    std::int64_t n, h, w, c;
    std::size_t index(std::int64_t in, std::int64_t ih, std::int64_t iw, std::int64_t ic) const {
        return at(((in * h + ih) * w + iw) * c + ic);
    }
};

image_shape image_of(const tensor& t) {
    const tigris::row_extents r = tigris::rows_of(t.dims);
    return {r.images, r.rows, r.width, r.channels};
}

bool is_integer(const tensor& t) { return t.quant.scale > 0; }

double real_of(const tensor& t, double element) {
    return is_integer(t) ? (element - t.quant.zero_point) * static_cast<double>(t.quant.scale)
                         : element;
}

/// A real number as an element of `t`: clamped, then quantized to the nearest code, halves to even,
/// after a division in single precision, as ONNX has it.
double element_of(const tensor& t, double real, const ops::clamp& c = {}) {
    real = std::min(std::max(real, static_cast<double>(c.low)), static_cast<double>(c.high));
    if (!is_integer(t)) return real;
    const float quotient = static_cast<float>(real) / t.quant.scale;
    const double code = static_cast<double>(std::nearbyint(quotient)) + t.quant.zero_point;
    return std::min<double>(std::max<double>(code, lowest_of(t.type)), highest_of(t.type));
}

struct machine {
    const lowered_model& model;
    std::vector<elements> held;

    const tensor& info(int t) const { return model.tensors[at(t)]; }
    const elements& data(int t) const { return held[at(t)]; }

    /// The result of a layer's sum for output `o`.
    double finish(const lowered_node& n, double sum, std::int64_t o, const ops::clamp& c) const {
        const tensor& y = info(n.outputs[0]);
        if (!is_integer(y)) return element_of(y, sum * scale(n, o) + bias(n, o), c);
        sum += bias(n, o);
        const elements &multiplier = data(n.inputs[3]), &shift = data(n.inputs[4]);
        const std::size_t k = multiplier.size() == 1 ? 0 : at(o);
        const double scaled = std::floor(std::ldexp(sum * multiplier[k], int(shift[k]) - 31) + 0.5);
        const ops::code_range range = ops::quantize(c, y.quant, y.type);
        return std::min<double>(std::max<double>(scaled + y.quant.zero_point, range.low),
                                range.high);
    }

    bool has_blocks(const lowered_node& n) const {
        return n.inputs.size() > 3 && info(n.inputs[3]).dims.rank == 2;
    }

    /// Of weights that are codes beside floats.
    double scale(const lowered_node& n, std::int64_t o) const {
        if (n.inputs.size() < 4 || has_blocks(n)) return 1;
        const elements& scales = data(n.inputs[3]);
        return scales[scales.size() == 1 ? 0 : at(o)];
    }

    /// A number, or the code of one less its zero point.
    double weight(const lowered_node& n, std::size_t k) const {
        const double code = data(n.inputs[1])[k] - info(n.inputs[1]).quant.zero_point;
        if (!has_blocks(n)) return code;
        const std::size_t block = k / (data(n.inputs[1]).size() / data(n.inputs[3]).size());
        const double zero_point = n.inputs.size() > 4 ? data(n.inputs[4])[block] : 0;
        return (code - zero_point) * data(n.inputs[3])[block];
    }

    double bias(const lowered_node& n, std::int64_t o) const {
        return n.inputs.size() < 3 || n.inputs[2] < 0 ? 0 : data(n.inputs[2])[at(o)];
    }

    /// Calls f(output index, n, y, x, c) and stores what it returns.
    template <class F>
    void each_pixel(const lowered_node& n, F f) {
        const image_shape y = image_of(info(n.outputs[0]));
        for (std::int64_t i = 0; i < y.n; ++i)
            for (std::int64_t h = 0; h < y.h; ++h)
                for (std::int64_t w = 0; w < y.w; ++w)
                    for (std::int64_t c = 0; c < y.c; ++c)
                        held[at(n.outputs[0])][y.index(i, h, w, c)] = f(i, h, w, c);
    }

    /// Calls f(kernel h, kernel w, image h, image w) for the window at (h, w), outside the image
    /// too.
    template <class F>
    static void each_in_window(const ops::window& win, std::int64_t h, std::int64_t w, F f) {
        for (int kh = 0; kh < win.kernel_h; ++kh)
            for (int kw = 0; kw < win.kernel_w; ++kw)
                f(kh, kw, h * win.stride_h - win.pad_top + kh * win.dilation_h,
                  w * win.stride_w - win.pad_left + kw * win.dilation_w);
    }

    static bool is_inside(const image_shape& x, std::int64_t h, std::int64_t w) {
        return h >= 0 && h < x.h && w >= 0 && w < x.w;
    }

    void run(const ops::conv& op, const lowered_node& n) {
        const image_shape x = image_of(info(n.inputs[0])), y = image_of(info(n.outputs[0]));
        const std::int64_t depth = x.c / op.groups, per_group = y.c / op.groups;
        const double outside = info(n.inputs[0]).quant.zero_point;
        each_pixel(n, [&](auto i, auto h, auto w, auto o) {
            double sum = 0;
            each_in_window(op.window, h, w, [&](int kh, int kw, auto ih, auto iw) {
                for (std::int64_t c = 0; c < depth; ++c) {
                    const std::int64_t kernel = op.window.kernel_w * kh + kw;
                    const std::int64_t size = op.window.kernel_h * op.window.kernel_w;
                    const double w = weight(n, at((o * size + kernel) * depth + c));
                    const std::int64_t channel = o / per_group * depth + c;
                    sum +=
                        w * (is_inside(x, ih, iw) ? data(n.inputs[0])[x.index(i, ih, iw, channel)]
                                                  : outside);
                }
            });
            return finish(n, sum, o, op.clamp);
        });
    }

    void run(const ops::depthwise_conv& op, const lowered_node& n) {
        const image_shape x = image_of(info(n.inputs[0])), y = image_of(info(n.outputs[0]));
        const double outside = info(n.inputs[0]).quant.zero_point;
        each_pixel(n, [&](auto i, auto h, auto w, auto o) {
            double sum = 0;
            each_in_window(op.window, h, w, [&](int kh, int kw, auto ih, auto iw) {
                const double w = weight(n, at((op.window.kernel_w * kh + kw) * y.c + o));
                sum += w * (is_inside(x, ih, iw)
                                ? data(n.inputs[0])[x.index(i, ih, iw, o / (y.c / x.c))]
                                : outside);
            });
            return finish(n, sum, o, op.clamp);
        });
    }

    void run(const ops::gemm& op, const lowered_node& n) {
        const elements& x = data(n.inputs[0]);
        const std::size_t outputs = at(info(n.inputs[1]).dims[0]),
                          length = at(info(n.inputs[1]).dims[1]);
        elements& y = held[at(n.outputs[0])];
        for (std::size_t k = 0; k < y.size(); ++k) {
            const std::size_t row = k / outputs, o = k % outputs;
            double sum = 0;
            for (std::size_t j = 0; j < length; ++j)
                sum += x[row * length + j] * weight(n, o * length + j);
            y[k] = finish(n, sum, static_cast<std::int64_t>(o), op.clamp);
        }
    }

    void run(const ops::pool& op, const lowered_node& n) {
        const tensor& from = info(n.inputs[0]);
        const image_shape x = image_of(from);
        each_pixel(n, [&](auto i, auto h, auto w, auto c) {
            double sum = 0, largest = -std::numeric_limits<double>::infinity(), count = 0;
            each_in_window(op.window, h, w, [&](int, int, auto ih, auto iw) {
                count += is_inside(x, ih, iw) || op.count_include_pad ? 1 : 0;
                if (!is_inside(x, ih, iw)) return;
                const double real = real_of(from, data(n.inputs[0])[x.index(i, ih, iw, c)]);
                sum += real;
                largest = std::max(largest, real);
            });
            const bool is_max = op.function == ops::pool_function::max;
            return element_of(info(n.outputs[0]), is_max ? largest : sum / count, op.clamp);
        });
    }

    void run(const ops::global_average_pool& op, const lowered_node& n) {
        const tensor& from = info(n.inputs[0]);
        const image_shape x = image_of(from);
        each_pixel(n, [&](auto i, auto, auto, auto c) {
            double sum = 0;
            for (std::int64_t h = 0; h < x.h; ++h)
                for (std::int64_t w = 0; w < x.w; ++w)
                    sum += real_of(from, data(n.inputs[0])[x.index(i, h, w, c)]);
            return element_of(info(n.outputs[0]), sum / static_cast<double>(x.h * x.w), op.clamp);
        });
    }

    /// The element of `t` that broadcasting pairs with element k of `y`.
    double broadcast(int t, const tensor& y, std::size_t k) const {
        const tigris::shape& dims = info(t).dims;
        std::size_t index = 0, stride = 1;
        for (int back = 1; back <= y.dims.rank; ++back) {
            const std::size_t position = k % at(y.dims[y.dims.rank - back]);
            k /= at(y.dims[y.dims.rank - back]);
            if (back > dims.rank) continue;
            if (dims[dims.rank - back] != 1) index += position * stride;
            stride *= at(dims[dims.rank - back]);
        }
        return real_of(info(t), data(t)[index]);
    }

    static std::int64_t bits_of(double number) { return static_cast<std::int64_t>(number); }

    /// Of numbers; what integers do beyond their range is not asked here.
    static double combined(ops::binary_function f, double a, double b) {
        using enum ops::binary_function;
        switch (f) {
            case add: return a + b;
            case subtract: return a - b;
            case multiply: return a * b;
            case divide: return a / b;
            case remainder: return std::fmod(a, b);
            case modulo: return a - b * std::floor(a / b);
            case power: return std::pow(a, b);
            case maximum: return std::max(a, b);
            case minimum: return std::min(a, b);
            case equal: return a == b;
            case greater: return a > b;
            case greater_or_equal: return a >= b;
            case prelu: return a < 0 ? a * b : a;
            case bitwise_and: return static_cast<double>(bits_of(a) & bits_of(b));
            case bitwise_or: return static_cast<double>(bits_of(a) | bits_of(b));
            case bitwise_xor: return static_cast<double>(bits_of(a) ^ bits_of(b));
            default: throw std::logic_error("the interpreter does not shift");
        }
    }

    void run(const ops::binary& op, const lowered_node& n) {
        const tensor& y = info(n.outputs[0]);
        for (std::size_t k = 0; k < data(n.outputs[0]).size(); ++k) {
            const double a = broadcast(n.inputs[0], y, k), b = broadcast(n.inputs[1], y, k);
            held[at(n.outputs[0])][k] = element_of(y, combined(op.function, a, b), op.clamp);
        }
    }

    void run(const ops::select&, const lowered_node& n) {
        const tensor& y = info(n.outputs[0]);
        for (std::size_t k = 0; k < data(n.outputs[0]).size(); ++k)
            held[at(n.outputs[0])][k] =
                element_of(y, broadcast(n.inputs[broadcast(n.inputs[0], y, k) != 0 ? 1 : 2], y, k));
    }

    void run(const ops::softmax& op, const lowered_node& n) {
        const tensor &from = info(n.inputs[0]), &y = info(n.outputs[0]);
        const std::size_t length = at(from.dims[from.dims.rank - 1]);
        for (std::size_t row = 0; row < data(n.inputs[0]).size(); row += length) {
            double largest = -std::numeric_limits<double>::infinity(), sum = 0;
            const auto real = [&](std::size_t k) {
                return real_of(from, data(n.inputs[0])[row + k]);
            };
            for (std::size_t k = 0; k < length; ++k) largest = std::max(largest, real(k));
            for (std::size_t k = 0; k < length; ++k) sum += std::exp(real(k) - largest);
            for (std::size_t k = 0; k < length; ++k) {
                const double logarithm = real(k) - largest - std::log(sum);
                held[at(n.outputs[0])][row + k] =
                    element_of(y, op.logarithm ? logarithm : std::exp(logarithm));
            }
        }
    }

    double converted(const lowered_node& n, const ops::clamp& clamp, double element) const {
        return element_of(info(n.outputs[0]), real_of(info(n.inputs[0]), element), clamp);
    }

    void run(const ops::convert& op, const lowered_node& n) {
        for (std::size_t k = 0; k < data(n.inputs[0]).size(); ++k)
            held[at(n.outputs[0])][k] = converted(n, op.clamp, data(n.inputs[0])[k]);
    }

    /// Calls f(input index, output index) for each position of the input, where axis k of the input
    /// is axis place[k] of the output, begun at start[k].
    template <class F>
    void each_position(const lowered_node& n, const int8_t* place, const std::int32_t* start, F f) {
        const tigris::shape &x = info(n.inputs[0]).dims, &y = info(n.outputs[0]).dims;
        for (std::int64_t k = 0; k < element_count(x); ++k) {
            std::int64_t position[tigris::max_rank]{}, rest = k, to = 0;
            for (int axis = x.rank; axis-- > 0; rest /= x[axis])
                position[place[axis]] = rest % x[axis] + start[axis];
            for (int axis = 0; axis < y.rank; ++axis) to = to * y[axis] + position[axis];
            f(at(k), at(to));
        }
    }

    using places = std::array<std::int64_t, tigris::max_rank>;

    /// Calls f(place on each axis, element) for each element of a tensor.
    template <class F>
    static void each_place(const tigris::shape& dims, F f) {
        for (std::int64_t k = 0; k < element_count(dims); ++k) {
            places place{};
            std::int64_t rest = k;
            for (int axis = dims.rank; axis-- > 0; rest /= dims[axis])
                place[at(axis)] = rest % dims[axis];
            f(place, at(k));
        }
    }

    static std::size_t element_at(const tigris::shape& dims, const places& place) {
        std::int64_t element = 0;
        for (int axis = 0; axis < dims.rank; ++axis)
            element = element * dims[axis] + place[at(axis)];
        return at(element);
    }

    /// The element of `t` at the last of `rank` places, those of extent 1 broadcast.
    double paired(int t, const places& place, int rank) const {
        const tigris::shape& dims = info(t).dims;
        places own{};
        for (int axis = 0; axis < dims.rank; ++axis)
            own[at(axis)] = dims[axis] == 1 ? 0 : place[at(rank - dims.rank + axis)];
        return real_of(info(t), data(t)[element_at(dims, own)]);
    }

    /// The output's elements from those of input 0 at the places that `source` gives.
    template <class F>
    void copy_from(const lowered_node& n, F source) {
        const tigris::shape &x = info(n.inputs[0]).dims, &y = info(n.outputs[0]).dims;
        each_place(y, [&](const places& place, std::size_t k) {
            held[at(n.outputs[0])][k] = data(n.inputs[0])[element_at(x, source(place))];
        });
    }

    void run(const ops::slice& op, const lowered_node& n) {
        copy_from(n, [&](places place) {
            for (int axis = 0; axis < tigris::max_rank; ++axis)
                place[at(axis)] = op.begin[axis] + place[at(axis)] * op.step[axis];
            return place;
        });
    }

    void run(const ops::slide&, const lowered_node& n) {
        elements rows = data(n.inputs[0]);
        const elements& fresh = data(n.inputs[1]);
        rows.erase(rows.begin(), rows.begin() + std::ptrdiff_t(fresh.size()));
        rows.insert(rows.end(), fresh.begin(), fresh.end());
        held[at(n.outputs[0])] = rows;
    }

    void run(const ops::tile&, const lowered_node& n) {
        const tigris::shape& x = info(n.inputs[0]).dims;
        copy_from(n, [&](places place) {
            for (int axis = 0; axis < x.rank; ++axis) place[at(axis)] %= x[axis];
            return place;
        });
    }

    /// Index `k` of an operand, counted from the front of an axis.
    std::int64_t index_at(int operand, std::size_t k, std::int64_t extent) {
        const auto index = static_cast<std::int64_t>(data(operand)[k]);
        return index < 0 ? index + extent : index;
    }

    void run(const ops::gather& op, const lowered_node& n) {
        const tigris::shape &x = info(n.inputs[0]).dims, &by = info(n.inputs[1]).dims;
        if (op.by == ops::indexing::elements)
            return copy_from(n, [&](places place) {
                place[at(op.axis)] = index_at(n.inputs[1], element_at(by, place), x[op.axis]);
                return place;
            });
        copy_from(n, [&](const places& place) {
            places from{place[0]};
            for (int k = 0; k < by[2]; ++k)
                from[at(1 + k)] =
                    index_at(n.inputs[1], element_at(by, {by[0] == 1 ? 0 : place[0], place[1], k}),
                             x[1 + k]);
            from[at(x.rank - 1)] = place[2];
            return from;
        });
    }

    static double reduced(ops::scatter_reduction how, double old, double update) {
        switch (how) {
            case ops::scatter_reduction::add: return old + update;
            case ops::scatter_reduction::multiply: return old * update;
            case ops::scatter_reduction::min: return std::min(old, update);
            case ops::scatter_reduction::max: return std::max(old, update);
            default: return update;
        }
    }

    void run(const ops::scatter& op, const lowered_node& n) {
        const tigris::shape &x = info(n.inputs[0]).dims, &by = info(n.inputs[1]).dims;
        elements& y = held[at(n.outputs[0])] = data(n.inputs[0]);
        each_place(info(n.inputs[2]).dims, [&](const places& place, std::size_t k) {
            places to = place;
            if (op.by == ops::indexing::elements) {
                to[at(op.axis)] = index_at(n.inputs[1], k, x[op.axis]);
            } else {
                for (int axis = 0; axis < by[1]; ++axis)
                    to[at(axis)] = index_at(n.inputs[1], element_at(by, {place[0], axis}), x[axis]);
                to[at(by[1])] = place[1];
            }
            double& old = y[element_at(x, to)];
            old = reduced(op.reduction, old, data(n.inputs[2])[k]);
        });
    }

    /// The place on an axis of `extent` that a mirrored or repeated one shows.
    static std::int64_t shown(ops::pad_mode mode, std::int64_t place, std::int64_t extent) {
        if (place >= 0 && place < extent) return place;
        if (mode == ops::pad_mode::edge) return place < 0 ? 0 : extent - 1;
        if (mode == ops::pad_mode::wrap) return (place % extent + extent) % extent;
        return place < 0 ? -place : 2 * (extent - 1) - place;
    }

    void show_border(const ops::pad& op, const lowered_node& n) {
        const tigris::shape& x = info(n.inputs[0]).dims;
        copy_from(n, [&](places place) {
            for (int axis = 0; axis < x.rank; ++axis)
                place[at(axis)] = shown(op.mode, place[at(axis)] - op.before[axis], x[axis]);
            return place;
        });
    }

    void run(const ops::pad& op, const lowered_node& n) {
        if (op.mode != ops::pad_mode::constant) return show_border(op, n);
        elements& y = held[at(n.outputs[0])];
        const tensor& info_of_y = info(n.outputs[0]);
        const bool is_real = is_integer(info_of_y) || info_of_y.type == tigris::dtype::f32;
        std::fill(y.begin(), y.end(),
                  is_real ? element_of(info_of_y, static_cast<double>(op.value))
                          : static_cast<double>(op.number));
        each_place(info(n.inputs[0]).dims, [&](places place, std::size_t k) {
            for (int axis = 0; axis < info_of_y.dims.rank; ++axis) {
                place[at(axis)] += op.before[axis];
                if (place[at(axis)] < 0 || place[at(axis)] >= info_of_y.dims[axis]) return;
            }
            y[element_at(info_of_y.dims, place)] = data(n.inputs[0])[k];
        });
    }

    void run(const ops::dynamic_range&, const lowered_node& n) {
        const elements& x = data(n.inputs[0]);
        const double high = std::max(*std::max_element(x.begin(), x.end()), 0.0);
        const double low = std::min(*std::min_element(x.begin(), x.end()), 0.0);
        const double scale = high == low ? 1 : (high - low) / 255;
        held[at(n.outputs[0])] = {scale, std::nearbyint(-low / scale)};
    }

    void run(const ops::dynamic_quantize& op, const lowered_node& n) {
        const elements& range = data(n.inputs[1]);
        const double base = info(n.outputs[0]).type == tigris::dtype::i8 ? 128 : 0;
        elements& y = held[at(n.outputs[0])];
        std::fill(y.begin(), y.end(), range[1] - base);
        const int8_t same[tigris::max_rank]{0, 1, 2, 3, 4, 5, 6, 7};
        each_position(n, same, op.before.data(), [&](std::size_t k, std::size_t to) {
            const double code = std::nearbyint(data(n.inputs[0])[k] / range[0]) + range[1];
            y[to] = std::clamp(code, 0.0, 255.0) - base;
        });
    }

    void run(const ops::rescale_sums& op, const lowered_node& n) {
        const elements &range = data(n.inputs[1]), &totals = data(n.inputs[2]);
        const bool is_real = n.inputs[3] >= 0;
        const std::size_t outputs = totals.size(), step = outputs + (op.factor != 0 ? 1 : 0);
        elements& y = held[at(n.outputs[0])];
        for (std::size_t i = 0; i < y.size(); ++i) {
            const std::size_t o = i % outputs, pixel = i / outputs * step;
            double sum = data(n.inputs[0])[pixel + o];
            if (op.factor != 0) sum += op.factor * data(n.inputs[0])[pixel + outputs];
            sum += op.adds_totals ? totals[o] : -(range[1] - op.base) * totals[o];
            const double scale = is_real ? range[0] * scale_of(n.inputs[3], o) : 1;
            const double bias = n.inputs[4] < 0 ? 0 : data(n.inputs[4])[o];
            y[i] = element_of(info(n.outputs[0]), sum * scale + bias, op.clamp);
        }
    }
    double scale_of(int t, std::size_t o) const { return data(t)[data(t).size() == 1 ? 0 : o]; }

    void run(const ops::sum_addends& op, const lowered_node& n) {
        const elements &range = data(n.inputs[0]), &totals = data(n.inputs[1]);
        for (std::size_t o = 0; o < totals.size(); ++o)
            held[at(n.outputs[0])][o] =
                std::floor(data(n.inputs[3])[o] / (range[0] * scale_of(n.inputs[2], o))) -
                (range[1] - op.base) * totals[o];
    }

    void run(const ops::interleave& op, const lowered_node& n) {
        const image_shape x = image_of(info(n.inputs[0])), y = image_of(info(n.outputs[0]));
        for (std::int64_t i = 0; i < y.n; ++i)
            for (std::int64_t h = 0; h < y.h; ++h)
                for (std::int64_t w = 0; w < y.w; ++w)
                    for (std::int64_t c = 0; c < y.c; ++c)
                        held[at(n.outputs[0])][y.index(i, h, w, c)] = converted(
                            n, op.clamp, data(n.inputs[0])[x.index(i, c * y.h + h, w, 0)]);
    }

    void run(const ops::transpose& op, const lowered_node& n) {
        int8_t place[tigris::max_rank]{};
        const std::int32_t start[tigris::max_rank]{};
        for (int axis = 0; axis < info(n.inputs[0]).dims.rank; ++axis)
            place[op.axes[axis]] = static_cast<int8_t>(axis);
        each_position(n, place, start, [&](std::size_t k, std::size_t to) {
            held[at(n.outputs[0])][to] = data(n.inputs[0])[k];
        });
    }

    static double applied(const ops::unary& op, double x) {
        using enum ops::unary_function;
        const auto unit = [](double y) { return std::min(std::max(y, 0.0), 1.0); };
        const auto alpha = static_cast<double>(op.alpha), beta = static_cast<double>(op.beta);
        switch (op.function) {
            case abs: return std::fabs(x);
            case elu: return x < 0 ? alpha * std::expm1(x) : x;
            case exp: return std::exp(x);
            case gelu: return x / 2 * std::erfc(-x / std::sqrt(2.0));
            case hard_sigmoid: return unit(alpha * x + beta);
            case hard_swish: return x * unit(x / 6 + 0.5);
            case is_nan: return std::isnan(x);
            case leaky_relu: return x < 0 ? alpha * x : x;
            case log: return std::log(x);
            case logical_not: return x == 0;
            case mish: return x * std::tanh(std::log1p(std::exp(x)));
            case negate: return -x;
            case round: return std::nearbyint(x);
            case sigmoid: return 1 / (1 + std::exp(-x));
            case sign: return x < 0 ? -1 : x > 0;
            case sqrt: return std::sqrt(x);
            case swish: return x / (1 + std::exp(-alpha * x));
            case tanh: return std::tanh(x);
            default: throw std::logic_error("the interpreter does not know this function");
        }
    }

    void run(const ops::unary& op, const lowered_node& n) {
        for (std::size_t k = 0; k < data(n.inputs[0]).size(); ++k)
            held[at(n.outputs[0])][k] = element_of(
                info(n.outputs[0]), applied(op, real_of(info(n.inputs[0]), data(n.inputs[0])[k])));
    }

    void run(const ops::concat& op, const lowered_node& n) {
        const tigris::shape& y = info(n.outputs[0]).dims;
        std::int64_t inner = 1, start = 0;
        for (int axis = op.axis + 1; axis < y.rank; ++axis) inner *= y[axis];
        for (const int t : n.inputs) {
            const std::int64_t span = info(t).dims[op.axis] * inner;
            for (std::int64_t k = 0; k < element_count(info(t)); ++k)
                held[at(n.outputs[0])][at(k / span * y[op.axis] * inner + start + k % span)] =
                    element_of(info(n.outputs[0]), real_of(info(t), data(t)[at(k)]));
            start += span;
        }
    }

    /// The coordinate that output element `to` of `out` comes from, in single precision, as ONNX
    /// Runtime has it. Source: ONNX Resize-19.
    static float coordinate(const ops::resize& op, std::int64_t to, float in, float out,
                            float scale) {
        const auto x = static_cast<float>(to);
        if (scale == 0) scale = out / in;
        switch (op.coordinates) {
            case ops::resize_coordinates::asymmetric: return x / scale;
            case ops::resize_coordinates::align_corners:
                return out == 1 ? 0 : x * (in - 1) / (out - 1);
            case ops::resize_coordinates::tf_half_pixel_for_nn: return (x + 0.5f) / scale;
            case ops::resize_coordinates::half_pixel_symmetric:
                return in / 2 * (1 - out / (scale * in)) + (x + 0.5f) / scale - 0.5f;
            case ops::resize_coordinates::pytorch_half_pixel:
                return out == 1 ? 0 : (x + 0.5f) / scale - 0.5f;
            default: return (x + 0.5f) / scale - 0.5f;
        }
    }

    static double rounded(const ops::resize& op, double x) {
        switch (op.nearest) {
            case ops::nearest_rounding::floor: return std::floor(x);
            case ops::nearest_rounding::ceil: return std::ceil(x);
            case ops::nearest_rounding::round_prefer_ceil: return std::floor(x + 0.5);
            default: return std::ceil(x - 0.5);
        }
    }

    /// Input elements and their weights, for the same output element.
    static std::vector<std::pair<std::int64_t, double>> sources(const ops::resize& op, double x,
                                                                std::int64_t in) {
        if (op.function == ops::resize_function::nearest) x = rounded(op, x);
        x = std::min(std::max(x, 0.0), static_cast<double>(in - 1));
        const auto first = static_cast<std::int64_t>(x);
        const double rest = x - static_cast<double>(first);
        return {{first, 1 - rest}, {std::min(first + 1, in - 1), rest}};
    }

    void run(const ops::resize& op, const lowered_node& n) {
        const image_shape x = image_of(info(n.inputs[0])), y = image_of(info(n.outputs[0]));
        each_pixel(n, [&](auto i, auto h, auto w, auto c) {
            const double at_h =
                static_cast<double>(coordinate(op, h, float(x.h), float(y.h), op.scale_h));
            const double at_w =
                static_cast<double>(coordinate(op, w, float(x.w), float(y.w), op.scale_w));
            double sum = 0;
            for (const auto& [from_h, weight_h] : sources(op, at_h, x.h))
                for (const auto& [from_w, weight_w] : sources(op, at_w, x.w))
                    sum += weight_h * weight_w *
                           real_of(info(n.inputs[0]),
                                   data(n.inputs[0])[x.index(i, from_h, from_w, c)]);
            return element_of(info(n.outputs[0]), sum);
        });
    }

    void run(const ops::matmul& op, const lowered_node& n) {
        const tensor& a = info(n.inputs[0]);
        each_place(info(n.outputs[0]).dims, [&](const places& place, std::size_t k) {
            const int rank = info(n.outputs[0]).dims.rank;
            double sum = 0;
            for (std::int64_t j = 0; j < a.dims[a.dims.rank - 1]; ++j) {
                places left = place, right = place;
                left[at(rank - 1)] = right[at(rank - 2)] = j;
                if (op.transposed) right[at(rank - 2)] = std::exchange(right[at(rank - 1)], j);
                sum += paired(n.inputs[0], left, rank) * paired(n.inputs[1], right, rank);
            }
            held[at(n.outputs[0])][k] = element_of(info(n.outputs[0]), sum, op.clamp);
        });
    }

    void run(const ops::reduce& op, const lowered_node& n) {
        const bool is_sum = op.function == ops::reduce_function::sum;
        if (!is_sum && op.function != ops::reduce_function::maximum) throw std::logic_error(n.name);
        const tigris::shape& y = info(n.outputs[0]).dims;
        if (!is_sum)
            std::fill(held[at(n.outputs[0])].begin(), held[at(n.outputs[0])].end(), -INFINITY);
        each_place(info(n.inputs[0]).dims, [&](places place, std::size_t k) {
            for (int axis = 0; axis < y.rank; ++axis)
                if ((op.axes >> axis & 1) != 0) place[at(axis)] = 0;
            double& result = held[at(n.outputs[0])][element_at(y, place)];
            const double number = data(n.inputs[0])[k];
            result = is_sum ? result + number : std::max(result, number);
        });
    }

    /// Operators that are judged by their kernels' tests and by models.
    void run(const ops::arg_reduce& op, const lowered_node& n) {
        const tigris::shape& y = info(n.outputs[0]).dims;
        elements best(data(n.outputs[0]).size());
        each_place(info(n.inputs[0]).dims, [&](places place, std::size_t k) {
            const std::int64_t along = std::exchange(place[at(op.axis)], 0);
            const std::size_t to = element_at(y, place);
            const double number = data(n.inputs[0])[k] * (op.minimum ? -1 : 1);
            const bool wins = op.last ? number >= best[to] : number > best[to];
            if (along != 0 && !wins) return;
            best[to] = number;
            held[at(n.outputs[0])][to] = static_cast<double>(along);
        });
    }

    /// Element i of an ensemble's table; i itself where it is absent.
    std::size_t entry(const ops::tree_ensemble& op, const lowered_node& n, ops::tree_input input,
                      std::size_t i) const {
        const int place = place_of(op, input);
        return place < 0 ? i : at(std::int64_t(data(n.inputs[at(place)])[i]));
    }

    bool passes(const ops::tree_ensemble& op, const lowered_node& n, std::size_t node,
                const double* x) const {
        auto code = static_cast<std::uint64_t>(data(n.inputs[1])[node]) >> op.jump_bits;
        const double value = x[code % (1u << op.feature_bits)];
        code >>= op.feature_bits;
        if (std::isnan(value)) return op.nan_bits ? code % 2 != 0 : op.nan_passes;
        const std::uint64_t test = code >> op.nan_bits;
        const double threshold =
            data(n.inputs[2])[entry(op, n, ops::tree_input::threshold_places, node)];
        if (test < 2) return test == 0 ? value <= threshold : value == threshold;
        const elements& sets = data(n.inputs[at(place_of(op, ops::tree_input::members))]);
        const auto set = sets.begin() + std::ptrdiff_t(threshold);
        return std::find(set + 1, set + 1 + std::ptrdiff_t(*set), value) !=
               set + 1 + std::ptrdiff_t(*set);
    }

    /// The leaf below a branch of `leaves`, the first of which is number `leaf`.
    std::size_t leaf_below(const ops::tree_ensemble& op, const lowered_node& n, std::size_t node,
                           std::size_t leaf, std::size_t leaves, const double* x) const {
        if (leaves == 1) return leaf;
        const std::size_t jump = static_cast<std::uint64_t>(data(n.inputs[1])[node]) %
                                 (std::uint64_t{1} << op.jump_bits);
        return passes(op, n, node, x)
                   ? leaf_below(op, n, node + 1, leaf, jump, x)
                   : leaf_below(op, n, node + jump, leaf + jump, leaves - jump, x);
    }

    /// The votes of a leaf: pairs of target and weight.
    std::vector<std::pair<std::size_t, double>> votes_of(const ops::tree_ensemble& op,
                                                         const lowered_node& n, std::size_t tree,
                                                         std::size_t leaf) const {
        using enum ops::tree_input;
        const elements& weights = data(n.inputs[4]);
        const std::size_t place = entry(op, n, leaf_places, leaf);
        std::vector<std::pair<std::size_t, double>> votes;
        if (op.votes == ops::tree_votes::one)
            return {{entry(op, n, vote_targets, tree), weights[place]}};
        if (op.votes == ops::tree_votes::all)
            for (std::size_t k = 0; k < at(op.targets); ++k)
                votes.emplace_back(k, weights[place * at(op.targets) + k]);
        else
            for (std::size_t k = entry(op, n, vote_begins, place);
                 k < entry(op, n, vote_begins, place + 1); ++k)
                votes.emplace_back(entry(op, n, vote_targets, k), weights[k]);
        return votes;
    }

    void run(const ops::tree_ensemble& op, const lowered_node& n) {
        const elements& roots = data(n.inputs[3]);
        const auto features = at(info(n.inputs[0]).dims[1]), targets = at(op.targets);
        elements& y = held[at(n.outputs[0])];
        for (std::size_t row = 0; row < y.size() / targets; ++row) {
            const double* x = data(n.inputs[0]).data() + row * features;
            std::vector<elements> votes(targets);
            for (std::size_t tree = 0; tree + 1 < roots.size(); ++tree) {
                const auto root = at(std::int64_t(roots[tree]));
                const auto leaves = at(std::int64_t(roots[tree + 1])) - root + 1;
                const std::size_t leaf = leaf_below(op, n, root, root + tree, leaves, x);
                for (const auto& [target, weight] : votes_of(op, n, tree, leaf))
                    votes[target].push_back(weight);
            }
            for (std::size_t k = 0; k < targets; ++k)
                y[row * targets + k] = result_of_votes(op, n, votes[k], k, roots.size() - 1);
        }
    }

    double result_of_votes(const ops::tree_ensemble& op, const lowered_node& n,
                           const elements& votes, std::size_t target, std::size_t trees) const {
        const int base = place_of(op, ops::tree_input::base);
        double result = 0;
        if (op.aggregate == ops::tree_aggregate::minimum && !votes.empty())
            result = *std::min_element(votes.begin(), votes.end());
        if (op.aggregate == ops::tree_aggregate::maximum && !votes.empty())
            result = *std::max_element(votes.begin(), votes.end());
        if (op.aggregate <= ops::tree_aggregate::average)
            for (const double vote : votes) result += vote;
        if (op.aggregate == ops::tree_aggregate::average) result /= double(trees);
        return result + (base < 0 ? 0 : data(n.inputs[at(base)])[target]);
    }

    template <class Op>
    void run(const Op&, const lowered_node& n) {
        throw std::logic_error("the interpreter does not know " + n.name);
    }

    void run(const ops::reshape&, const lowered_node& n) {
        held[at(n.outputs[0])] = data(n.inputs[0]);
    }
};

elements reordered(const tensor& t, const elements& from, bool to_memory) {
    std::int64_t stride[tigris::max_rank]{}, extent[tigris::max_rank]{}, count = 1;
    for (int place = 0; place < t.dims.rank; ++place) extent[t.onnx_axis[place]] = t.dims[place];
    for (int axis = t.dims.rank; axis-- > 0; count *= extent[axis]) stride[axis] = count;
    elements result(from.size());
    for (std::int64_t k = 0; k < count; ++k) {
        std::int64_t rest = k, onnx = 0;
        for (int place = t.dims.rank; place-- > 0; rest /= t.dims[place])
            onnx += rest % t.dims[place] * stride[t.onnx_axis[place]];
        (to_memory ? result[at(k)] : result[at(onnx)]) = to_memory ? from[at(onnx)] : from[at(k)];
    }
    return result;
}

/// Elements of 4 bits lie one to a byte here.
elements numbers_in(tensor_data c) {
    if (c.type == tigris::dtype::i4) c.type = tigris::dtype::i8;
    if (c.type == tigris::dtype::u4) c.type = tigris::dtype::u8;
    return numbers_of(c);
}

}  // namespace

std::vector<elements> interpret(const lowered_model& m, const std::vector<elements>& inputs) {
    machine machine{m, {}};
    for (const tensor& t : m.tensors) {
        const bool is_constant = t.kind == tigris::tensor_kind::constant;
        machine.held.push_back(is_constant ? numbers_in(m.constants[at(t.index)])
                                           : elements(at(element_count(t))));
    }
    for (std::size_t i = 0; i < inputs.size(); ++i) machine.held[at(m.inputs[i])] = inputs[i];
    for (const lowered_node& n : m.nodes)
        std::visit([&](const auto& op) { machine.run(op, n); }, n.op);
    return machine.held;
}

elements input_pattern(tigris::dtype type, std::int64_t count) {
    elements pattern;
    for (std::int64_t k = 0; k < count; ++k)
        pattern.push_back(static_cast<double>(k * 37 % 23) - (type == tigris::dtype::u8 ? 0 : 11));
    return pattern;
}

std::vector<elements> results_of(const onnx_model& m, const options& wanted) {
    const lowered_model lowered = lower(m, wanted);
    std::vector<elements> inputs, results;
    for (const int t : lowered.inputs) {
        const tensor& x = lowered.tensors[at(t)];
        inputs.push_back(to_memory_order(x, input_pattern(x.type, element_count(x))));
    }
    const std::vector<elements> held = interpret(lowered, inputs);
    for (const int t : lowered.outputs) {
        elements real;
        for (const double element : held[at(t)])
            real.push_back(real_of(lowered.tensors[at(t)], element));
        results.push_back(to_onnx_order(lowered.tensors[at(t)], real));
    }
    return results;
}

elements to_memory_order(const tensor& t, const elements& in_onnx_order) {
    return reordered(t, in_onnx_order, true);
}

elements to_onnx_order(const tensor& t, const elements& in_memory_order) {
    return reordered(t, in_memory_order, false);
}

}  // namespace onnx2hpp::test
