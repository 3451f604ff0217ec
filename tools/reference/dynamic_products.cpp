// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// com.microsoft: products of codes as floats, and an LSTM made of them.

#include <reference/call.hpp>
#include <reference/functions.hpp>
#include <reference/products.hpp>

#include <cmath>
#include <optional>

namespace reference {
namespace {

/// Codes of a matrix, their scale and their zero point: one, or one for each column.
struct matrix {
    tensor codes, scale;
    std::optional<tensor> zero;
};

/// By one number, or one for each place of the last axis.
tensor times(tensor y, const tensor& factor) {
    const tensor all = factor.size() == 1 ? broadcast_to(reshaped(factor, {}), y.dims)
                                          : broadcast_to(reshaped(factor, {factor.size()}), y.dims);
    for (std::int64_t i = 0; i < y.size(); ++i) y.set(i, y.number(i) * all.number(i));
    return y;
}

tensor sum(tensor y, const tensor& more) {
    const tensor all = broadcast_to(more, y.dims);
    for (std::int64_t i = 0; i < y.size(); ++i) y.set(i, y.number(i) + all.number(i));
    return y;
}

tensor product(const tensor& codes, const tensor& scale, const tensor* zero, const matrix& b) {
    const tensor y = integer_product(codes, zero, b.codes, b.zero ? &*b.zero : nullptr);
    return times(times(y, scale), b.scale);
}

tensor product_at_run_time(const tensor& x, const matrix& b) {
    const tensors q = operators().at("DynamicQuantizeLinear")({{}, 11, {&x}});
    return product(q.at(0), q.at(1), &q.at(2), b);
}

matrix matrix_at(const call& c, std::size_t codes, std::size_t scale, std::size_t zero) {
    return {c[codes], c[scale], c.has(zero) ? std::optional<tensor>(c[zero]) : std::nullopt};
}

tensors with_bias(const call& c, const tensor& y, std::size_t slot) {
    return {as_type(c.has(slot) ? sum(y, c[slot]) : y, element_type::float32)};
}

tensors matmul_integer_to_float(const call& c) {
    const tensor y = product(c[0], c[2], c.has(4) ? &c[4] : nullptr, matrix_at(c, 1, 3, 5));
    return with_bias(c, y, 6);
}

tensors dynamic_quantize_matmul(const call& c) {
    return with_bias(c, product_at_run_time(c[0], matrix_at(c, 1, 2, 3)), 4);
}

/// Elements [first, first + count) along axis 0.
tensor part(const tensor& of, std::int64_t first, std::int64_t count) {
    const std::int64_t inner = of.size() / of.dims.at(0);
    std::vector<std::int64_t> places;
    for (std::int64_t i = first * inner; i < (first + count) * inner; ++i) places.push_back(i);
    shape dims = of.dims;
    dims[0] = count;
    return pick(of, dims, places);
}

/// Element d along axis 0, without this axis.
tensor of_direction(const tensor& of, std::int64_t d) {
    return reshaped(part(of, d, 1), {of.dims.begin() + 1, of.dims.end()});
}

matrix matrix_of_direction(const call& c, std::size_t codes, std::int64_t d) {
    const std::size_t scale = codes == 1 ? 8 : 10;
    return {of_direction(c[codes], d), of_direction(c[scale], d), of_direction(c[scale + 1], d)};
}

/// A direction of the LSTM. Gates lie in the order i, o, f, c; peepholes in the order i, o, f.
class dynamic_lstm {
public:
    dynamic_lstm(const call& c, std::int64_t d)
        : c_(c),
          d_(d),
          steps_(c[0].dims.at(0)),
          batch_(c[0].dims.at(1)),
          hidden_(c[2].dims.at(1)),
          h(state(5)),
          cell(state(6)),
          states(std::size_t(steps_)) {}

    void run() {
        tensor rows = reshaped(c_[0], {steps_ * batch_, c_[0].dims.at(2)});
        rows = product_at_run_time(rows, matrix_of_direction(c_, 1, d_));
        const bool goes_back = d_ == 1 || c_.text("direction", "forward") == "reverse";
        for (std::int64_t k = 0; k < steps_; ++k) {
            const std::int64_t t = goes_back ? steps_ - 1 - k : k;
            step(part(rows, t * batch_, batch_));
            states[std::size_t(t)] = h;
        }
    }

private:
    tensor state(std::size_t slot) const {
        return c_.has(slot) ? of_direction(c_[slot], d_)
                            : tensor(element_type::float32, {batch_, hidden_});
    }
    double bias(std::int64_t gate) const {
        if (!c_.has(3)) return 0;
        return c_[3].number((2 * d_) * 4 * hidden_ + gate) +
               c_[3].number((2 * d_ + 1) * 4 * hidden_ + gate);
    }
    double peephole(std::int64_t number, std::int64_t i) const {
        return c_.has(7) ? c_[7].number((d_ * 3 + number) * hidden_ + i) : 0;
    }

    void step(const tensor& from_input) {
        const tensor gates =
            sum(product_at_run_time(h, matrix_of_direction(c_, 2, d_)), from_input);
        for (std::int64_t b = 0; b < batch_; ++b)
            for (std::int64_t i = 0; i < hidden_; ++i) {
                const auto gate = [&](std::int64_t number) {
                    return gates.number(b * 4 * hidden_ + number * hidden_ + i) +
                           bias(number * hidden_ + i);
                };
                const std::int64_t at = b * hidden_ + i;
                const double before = cell.number(at);
                const double in = sigmoid(gate(0) + peephole(0, i) * before);
                const double forget = sigmoid(gate(2) + peephole(2, i) * before);
                const double now = forget * before + in * std::tanh(gate(3));
                cell.set(at, now);
                h.set(at, sigmoid(gate(1) + peephole(1, i) * now) * std::tanh(now));
            }
    }

    const call& c_;
    std::int64_t d_, steps_, batch_, hidden_;

public:
    tensor h, cell;
    tensors states;
};

void set_part(tensor& to, std::int64_t first, const tensor& from) {
    for (std::int64_t i = 0; i < from.size(); ++i) to.set(first + i, from.number(i));
}

tensors dynamic_quantize_lstm(const call& c) {
    if (c.has(4) || c.attribute("clip") || c.integer("input_forget", 0) != 0)
        throw unsupported("lengths, clip or input_forget");
    const std::int64_t directions = c[1].dims.at(0), steps = c[0].dims.at(0);
    const std::int64_t batch = c[0].dims.at(1), hidden = c[2].dims.at(1);
    tensor y(element_type::float32, {steps, directions, batch, hidden});
    tensor last_h(element_type::float32, {directions, batch, hidden}), last_c = last_h;
    for (std::int64_t d = 0; d < directions; ++d) {
        dynamic_lstm direction(c, d);
        direction.run();
        for (std::int64_t t = 0; t < steps; ++t)
            set_part(y, (t * directions + d) * batch * hidden, direction.states[std::size_t(t)]);
        set_part(last_h, d * batch * hidden, direction.h);
        set_part(last_c, d * batch * hidden, direction.cell);
    }
    return {y, last_h, last_c};
}

}  // namespace

void add_dynamic_products(operator_map& all) {
    all["com.microsoft.DynamicQuantizeLSTM"] = dynamic_quantize_lstm;
    all["com.microsoft.DynamicQuantizeMatMul"] = dynamic_quantize_matmul;
    all["com.microsoft.MatMulIntegerToFloat"] = matmul_integer_to_float;
}

}  // namespace reference
