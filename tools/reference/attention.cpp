// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attention, its positions, and its linear kind.

#include <reference/call.hpp>
#include <reference/products.hpp>
#include <reference/softmax.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace reference {
namespace {

constexpr double minus_infinity = -std::numeric_limits<double>::infinity();

/// [batch, length, heads * size] as [batch, heads, length, size].
tensor split_heads(const tensor& x, std::int64_t heads) {
    if (x.rank() == 4) return x;
    if (heads < 1) throw std::invalid_argument("it has no heads");
    const shape dims{x.dims.at(0), x.dims.at(1), heads, x.dims.at(2) / heads};
    return transposed(reshaped(x, dims), {0, 2, 1, 3});
}

tensor join_heads(const tensor& x) {
    const tensor y = transposed(x, {0, 2, 1, 3});
    return reshaped(y, {y.dims[0], y.dims[1], y.dims[2] * y.dims[3]});
}

/// Along axis 2 of [batch, heads, length, size].
tensor appended(const tensor* past, const tensor& x) {
    if (!past) return x;
    shape dims = x.dims;
    dims[2] += past->dims.at(2);
    tensor y(x.type, dims);
    for (std::int64_t i = 0; i < y.size(); ++i) {
        shape at = index_of(i, dims);
        const bool is_past = at[2] < past->dims[2];
        const tensor& from = is_past ? *past : x;
        if (!is_past) at[2] -= past->dims[2];
        y.set(i, from.number(position_of(at, from.dims)));
    }
    return y;
}

/// Repeats each head until there are `heads` heads.
tensor repeated_heads(const tensor& x, std::int64_t heads) {
    const std::int64_t times = heads / x.dims.at(1);
    shape dims = x.dims;
    dims[1] = heads;
    std::vector<std::int64_t> positions;
    for (shape at : indices_of(dims)) {
        at[1] /= times;
        positions.push_back(position_of(at, x.dims));
    }
    return pick(x, dims, positions);
}

/// What is added to scores of `dims`: the mask, no look ahead, and nothing after the valid keys.
tensor attention_bias(const call& c, const shape& dims, std::int64_t past) {
    tensor bias(element_type::float64, dims);
    if (c.has(3)) {
        tensor mask = c[3];
        for (double missing = double(dims[3] - mask.extent(-1)); missing > 0; missing = 0) {
            shape wider = mask.dims;
            wider.back() = dims[3];
            std::vector<std::int64_t> positions;
            for (const shape& at : indices_of(wider))
                positions.push_back(at.back() < mask.dims.back() ? position_of(at, mask.dims) : -1);
            const tensor hidden = mask.is_real() ? reals({}, {minus_infinity}, mask.type)
                                                 : integers({}, {0}, mask.type);
            mask = pick(mask, wider, positions, &hidden);
        }
        const tensor given = broadcast_to(mask, dims);
        for (std::int64_t i = 0; i < bias.size(); ++i)
            bias.set(i, given.is_real()         ? given.number(i)
                        : given.integer(i) != 0 ? 0
                                                : minus_infinity);
    }
    for (std::int64_t i = 0; i < bias.size(); ++i) {
        const shape at = index_of(i, dims);
        const std::int64_t ahead = c.has(6) ? c[6].integer(at[0]) - dims[2] : past;
        if (c.integer("is_causal", 0) && at[3] > at[2] + ahead) bias.set(i, minus_infinity);
        if (c.has(6) && at[3] >= c[6].integer(at[0])) bias.set(i, minus_infinity);
    }
    return bias;
}

/// Rows that see nothing have no probabilities instead of NaN.
tensor safe_softmax(const tensor& scores, const tensor& bias) {
    tensor result = softmax(scores, 3);
    const std::int64_t width = scores.dims[3];
    for (std::int64_t row = 0; row * width < scores.size(); ++row) {
        bool is_hidden = true;
        for (std::int64_t k = 0; k < width; ++k)
            is_hidden = is_hidden && bias.number(row * width + k) == minus_infinity;
        for (std::int64_t k = 0; is_hidden && k < width; ++k) result.set(row * width + k, 0.0);
    }
    return result;
}

tensors attention(const call& c) {
    const bool is_flat = c[0].rank() == 3;
    const tensor q = split_heads(c[0], c.integer("q_num_heads", 0));
    const std::int64_t kv_heads = c.integer("kv_num_heads", 0);
    const tensor keys = appended(c.has(4) ? &c[4] : nullptr, split_heads(c[1], kv_heads));
    const tensor values = appended(c.has(5) ? &c[5] : nullptr, split_heads(c[2], kv_heads));
    const double scale = c.real("scale", 1 / std::sqrt(double(q.dims[3])));
    tensor scores = matrix_product(q, with_swapped_axes(repeated_heads(keys, q.dims[1])));
    for (double& each : scores.reals) each *= scale;
    const tensor plain = scores;
    if (const double cap = c.real("softcap", 0); cap > 0)
        for (double& each : scores.reals) each = cap * std::tanh(each / cap);
    const tensor capped = scores;
    const tensor bias = attention_bias(c, scores.dims, c.has(4) ? c[4].dims.at(2) : 0);
    for (std::int64_t i = 0; i < scores.size(); ++i)
        scores.set(i, scores.number(i) + bias.number(i));
    const tensor weights = safe_softmax(scores, bias);
    tensor y = matrix_product(weights, repeated_heads(values, q.dims[1]));
    if (is_flat) y = join_heads(y);
    const tensor shown[]{plain, capped, scores, weights};
    const auto mode = std::size_t(c.integer("qk_matmul_output_mode", 0));
    const auto typed = [&](const tensor& x) { return from_numbers(c[0].type, x.dims, x.reals); };
    return {typed(y), keys, values, typed(shown[mode])};
}

/// Pairs of elements are turned by the angle of their position.
tensors rotary_embedding(const call& c) {
    const bool is_flat = c[0].rank() == 3;
    const tensor x = split_heads(c[0], c.integer("num_heads", 0));
    const std::int64_t given = c.integer("rotary_embedding_dim", 0);
    const std::int64_t turned = given > 0 ? given : x.dims[3];
    const std::int64_t half = turned / 2;
    const bool is_interleaved = c.integer("interleaved", 0) != 0;
    tensor y = x;
    for (std::int64_t i = 0; i < x.size(); ++i) {
        const shape at = index_of(i, x.dims);
        if (at[3] >= turned) continue;
        const std::int64_t pair = is_interleaved ? at[3] / 2 : at[3] % half;
        const bool is_first = is_interleaved ? at[3] % 2 == 0 : at[3] < half;
        const std::int64_t step = is_interleaved ? 1 : half;
        std::int64_t line = at[0] * x.dims[2] + at[2];
        if (c.has(3)) line = c[3].integer(line);
        const double cosine = c[1].number(line * half + pair);
        const double sine = c[2].number(line * half + pair);
        const double other = x.number(is_first ? i + step : i - step);
        y.set(i, x.number(i) * cosine + (is_first ? -other : other) * sine);
    }
    return {is_flat ? join_heads(y) : y};
}

/// One number for each head, or one for each of its elements, at a step.
double gate_at(const tensor& x, std::int64_t b, std::int64_t t, std::int64_t head,
               std::int64_t heads, std::int64_t k) {
    const std::int64_t width = x.dims.at(2);
    std::int64_t column = 0;
    if (width == heads) column = head;
    if (width > heads) column = head * (width / heads) + k;
    return x.number((b * x.dims[1] + t) * width + column);
}

/// A matrix of state for each head, which each step decays and adds key times value to.
tensors linear_attention(const call& c) {
    const std::int64_t q_heads = c.integer("q_num_heads", 1);
    const std::int64_t heads = c.integer("kv_num_heads", 1);
    const std::string rule = c.text("update_rule", "gated_delta");
    const bool decays = rule.starts_with("gated");
    const bool corrects = rule.ends_with("delta");
    const tensor q = split_heads(c[0], q_heads);
    const tensor k = split_heads(c[1], heads);
    const tensor v = split_heads(c[2], heads);
    const std::int64_t dk = k.dims[3];
    const std::int64_t dv = v.dims[3];
    const double given = c.real("scale", 0);
    const double scale = given != 0 ? given : 1 / std::sqrt(double(dk));
    tensor state(c[0].type, {q.dims[0], heads, dk, dv});
    if (c.has(3)) state = c[3];
    tensor y(c[0].type, {q.dims[0], q_heads, q.dims[2], dv});
    for (std::int64_t b = 0; b < q.dims[0]; ++b)
        for (std::int64_t h = 0; h < heads; ++h)
            for (std::int64_t t = 0; t < q.dims[2]; ++t) {
                const auto at = [&](std::int64_t i, std::int64_t j) {
                    return position_of({b, h, i, j}, state.dims);
                };
                for (std::int64_t i = 0; decays && i < dk; ++i)
                    for (std::int64_t j = 0; j < dv; ++j)
                        state.set(at(i, j), state.number(at(i, j)) *
                                                std::exp(gate_at(c[4], b, t, h, heads, i)));
                const double beta = corrects ? gate_at(c[5], b, t, h, heads, 0) : 1;
                for (std::int64_t j = 0; j < dv; ++j) {
                    double value = v.number(position_of({b, h, t, j}, v.dims));
                    for (std::int64_t i = 0; corrects && i < dk; ++i)
                        value -=
                            state.number(at(i, j)) * k.number(position_of({b, h, t, i}, k.dims));
                    for (std::int64_t i = 0; i < dk; ++i)
                        state.set(at(i, j),
                                  state.number(at(i, j)) +
                                      beta * value * k.number(position_of({b, h, t, i}, k.dims)));
                }
                for (std::int64_t g = h * q_heads / heads; g < (h + 1) * q_heads / heads; ++g)
                    for (std::int64_t j = 0; j < dv; ++j) {
                        double sum = 0;
                        for (std::int64_t i = 0; i < dk; ++i)
                            sum += state.number(at(i, j)) *
                                   q.number(position_of({b, g, t, i}, q.dims));
                        y.set(position_of({b, g, t, j}, y.dims), scale * sum);
                    }
            }
    return {join_heads(y), state};
}

}  // namespace

void add_attention(operator_map& all) {
    all["Attention"] = attention;
    all["LinearAttention"] = linear_attention;
    all["RotaryEmbedding"] = rotary_embedding;
}

}  // namespace reference
