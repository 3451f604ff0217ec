// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <tools/onnx2hpp/passes/onnx_reference.hpp>

#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace onnx2hpp::test {
namespace {

using numbers = std::vector<double>;

std::size_t at(std::int64_t i) { return static_cast<std::size_t>(i); }

/// The place on each axis of element `index`.
extents place_of(const extents& dims, std::int64_t index) {
    extents place(dims.size());
    for (std::size_t axis = dims.size(); axis-- > 0; index /= dims[axis])
        place[axis] = index % dims[axis];
    return place;
}

std::size_t index_of(const extents& dims, const extents& place) {
    std::int64_t index = 0;
    for (std::size_t axis = 0; axis < dims.size(); ++axis) index = index * dims[axis] + place[axis];
    return at(index);
}

struct evaluation {
    const onnx_model& model;
    std::vector<numbers> held;

    const value& of(value_id v) const { return model.values[at(v)]; }
    const extents& dims(const node& n, std::size_t slot) const { return of(n.inputs[slot]).dims; }
    const numbers& data(const node& n, std::size_t slot) const { return held[at(n.inputs[slot])]; }

    /// One result from each place of the output.
    void each(const node& n, const std::function<double(const extents&)>& f) {
        const extents& y = of(n.outputs[0]).dims;
        for (std::int64_t k = 0; k < element_count(y); ++k)
            held[at(n.outputs[0])].push_back(f(place_of(y, k)));
    }

    void map(const node& n, const std::function<double(double)>& f) {
        for (const double x : data(n, 0)) held[at(n.outputs[0])].push_back(f(x));
    }

    /// The element that broadcasting pairs with `place` of the output.
    double broadcast(const node& n, std::size_t slot, extents place) const {
        const extents& x = dims(n, slot);
        place.erase(place.begin(), place.end() - static_cast<std::ptrdiff_t>(x.size()));
        for (std::size_t axis = 0; axis < x.size(); ++axis)
            if (x[axis] == 1) place[axis] = 0;
        return data(n, slot)[index_of(x, place)];
    }

    double scale(const node& n, std::size_t channel) const {
        return data(n, 1)[data(n, 1).size() == 1 ? 0 : channel];
    }
    double zero_point(const node& n, std::size_t channel) const {
        if (!has_input(n, 2)) return 0;
        return data(n, 2)[data(n, 2).size() == 1 ? 0 : channel];
    }
    static std::size_t channel(const node& n, const extents& place) {
        const auto axis = at(integer_attribute(n, "axis", 1));
        return axis < place.size() ? at(place[axis]) : 0;
    }

    void quantize(const node& n) {
        const tigris::dtype type = of(n.outputs[0]).type;
        map(n, [&](double x) {
            const double code = std::nearbyint(x / scale(n, 0)) + zero_point(n, 0);
            return std::min<double>(std::max<double>(code, lowest_of(type)), highest_of(type));
        });
    }

    void dequantize(const node& n) {
        each(n, [&](const extents& place) {
            const std::size_t c = channel(n, place);
            return (data(n, 0)[index_of(dims(n, 0), place)] - zero_point(n, c)) * scale(n, c);
        });
    }

    /// Calls f(element, kernel row, kernel column) for what the window at `place` reads.
    void each_in_window(const node& n, const extents& place, const extents& kernel,
                        std::int64_t channel,
                        const std::function<void(double, std::int64_t, std::int64_t)>& f) const {
        const extents strides = integers_attribute(n, "strides", {1, 1});
        const extents pads = integers_attribute(n, "pads", {0, 0, 0, 0});
        const extents& x = dims(n, 0);
        for (std::int64_t kh = 0; kh < kernel[0]; ++kh)
            for (std::int64_t kw = 0; kw < kernel[1]; ++kw) {
                const std::int64_t h = place[2] * strides[0] - pads[0] + kh;
                const std::int64_t w = place[3] * strides[1] - pads[1] + kw;
                if (h >= 0 && h < x[2] && w >= 0 && w < x[3])
                    f(data(n, 0)[index_of(x, {place[0], channel, h, w})], kh, kw);
            }
    }

    void convolve(const node& n) {
        const extents& weights = dims(n, 1);
        each(n, [&](const extents& place) {
            double sum = has_input(n, 2) ? data(n, 2)[at(place[1])] : 0;
            for (std::int64_t c = 0; c < weights[1]; ++c)
                each_in_window(n, place, {weights[2], weights[3]}, c,
                               [&](double x, std::int64_t kh, std::int64_t kw) {
                                   sum += x * data(n, 1)[index_of(weights, {place[1], c, kh, kw})];
                               });
            return sum;
        });
    }

    /// Padding is not counted.
    void pool(const node& n, bool is_max, const extents& kernel) {
        each(n, [&](const extents& place) {
            double sum = 0, count = 0, largest = -std::numeric_limits<double>::infinity();
            each_in_window(n, place, kernel, place[1], [&](double x, std::int64_t, std::int64_t) {
                sum += x;
                count += 1;
                largest = std::max(largest, x);
            });
            return is_max ? largest : sum / count;
        });
    }

    /// Of matrices.
    void multiply(const node& n, bool is_transposed) {
        const std::int64_t length = dims(n, 0)[1];
        each(n, [&](const extents& place) {
            double sum = has_input(n, 2) ? broadcast(n, 2, place) : 0;
            for (std::int64_t k = 0; k < length; ++k) {
                const extents from = is_transposed ? extents{place[1], k} : extents{k, place[1]};
                sum += data(n, 0)[index_of(dims(n, 0), {place[0], k})] *
                       data(n, 1)[index_of(dims(n, 1), from)];
            }
            return sum;
        });
    }

    void join(const node& n) {
        const auto axis = at(integer_attribute(n, "axis", 0));
        each(n, [&](extents place) {
            std::size_t slot = 0;
            while (place[axis] >= dims(n, slot)[axis]) place[axis] -= dims(n, slot++)[axis];
            return data(n, slot)[index_of(dims(n, slot), place)];
        });
    }

    void transpose(const node& n) {
        const extents perm = integers_attribute(n, "perm", {});
        each(n, [&](const extents& place) {
            extents from(place.size());
            for (std::size_t axis = 0; axis < place.size(); ++axis)
                from[at(perm[axis])] = place[axis];
            return data(n, 0)[index_of(dims(n, 0), from)];
        });
    }

    void resize(const node& n) {
        const extents &x = dims(n, 0), &y = of(n.outputs[0]).dims;
        each(n, [&](extents place) {
            for (std::size_t axis = 0; axis < place.size(); ++axis)
                place[axis] /= y[axis] / x[axis];
            return data(n, 0)[index_of(x, place)];
        });
    }

    void clip(const node& n) {
        const double low = data(n, 1)[0], high = data(n, 2)[0];
        map(n, [=](double x) { return std::min(std::max(x, low), high); });
    }

    void run(const node& n) {
        const std::string& op = n.op_type;
        if (op == "Abs") return map(n, [](double x) { return std::abs(x); });
        if (op == "Neg") return map(n, [](double x) { return -x; });
        if (op == "Relu") return map(n, [](double x) { return std::max(x, 0.0); });
        if (op == "Sigmoid") return map(n, [](double x) { return 1 / (1 + std::exp(-x)); });
        if (op == "Reshape") return map(n, [](double x) { return x; });
        if (op == "Add")
            return each(n, [&](auto& p) { return broadcast(n, 0, p) + broadcast(n, 1, p); });
        if (op == "Mul")
            return each(n, [&](auto& p) { return broadcast(n, 0, p) * broadcast(n, 1, p); });
        if (op == "Clip") return clip(n);
        if (op == "QuantizeLinear") return quantize(n);
        if (op == "DequantizeLinear") return dequantize(n);
        if (op == "Conv") return convolve(n);
        if (op == "MaxPool" || op == "AveragePool")
            return pool(n, op == "MaxPool", integers_attribute(n, "kernel_shape", {}));
        if (op == "GlobalAveragePool") return pool(n, false, {dims(n, 0)[2], dims(n, 0)[3]});
        if (op == "Gemm") return multiply(n, integer_attribute(n, "transB", 0) != 0);
        if (op == "MatMul") return multiply(n, false);
        if (op == "Concat") return join(n);
        if (op == "Transpose") return transpose(n);
        if (op == "Resize") return resize(n);
        throw std::logic_error("the reference does not know " + op);
    }

    /// As real numbers, if a QuantizeLinear made them.
    numbers real(value_id v) const {
        numbers result = held[at(v)];
        for (const node& n : model.nodes)
            if (n.op_type == "QuantizeLinear" && n.outputs[0] == v)
                for (double& x : result) x = (x - zero_point(n, 0)) * scale(n, 0);
        return result;
    }
};

}  // namespace

std::vector<numbers> reference_results(const onnx_model& m, const std::vector<numbers>& inputs) {
    evaluation e{m, std::vector<numbers>(m.values.size())};
    for (std::size_t v = 0; v < m.values.size(); ++v)
        if (m.values[v].constant) e.held[v] = numbers_of(*m.values[v].constant);
    for (std::size_t i = 0; i < inputs.size(); ++i) e.held[at(m.inputs[i])] = inputs[i];
    for (const node& n : m.nodes) e.run(n);
    std::vector<numbers> results;
    for (const value_id v : m.outputs) results.push_back(e.real(v));
    return results;
}

}  // namespace onnx2hpp::test
