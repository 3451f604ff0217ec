// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/parts.hpp>
#include <onnx2hpp/expand/rules.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>

#include <fmt/format.h>

#include <cmath>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Recurrences are written out step by step; longer ones would be models of thousands of steps.
constexpr std::int64_t most_steps = 128;

value_id concatenated(expansion& e, std::vector<value_id> parts, std::int64_t axis) {
    return parts.size() == 1 ? parts[0] : e.add("Concat", std::move(parts), {{"axis", axis}});
}

[[noreturn]] void fail_shape(const expansion& e, std::size_t slot) {
    fail_bad_input(e.at, fmt::format("input {} has the unfitting shape {}", slot,
                                     to_text(e.dims(e.input(slot)))));
}

// RotaryEmbedding: x is [batch, heads, length, size], or [batch, length, heads, size].

/// The cosines or sines, with an axis for the heads: of the positions, or of all of them.
value_id cache(expansion& e, std::size_t slot, const extents& dims, std::size_t head_axis,
               std::int64_t half) {
    value_id v = e.input(slot);
    if (e.has_input(3)) v = e.add("Gather", {v, e.input(3)}, {{"axis", std::int64_t(0)}});
    extents wanted{dims[0], dims[head_axis == 1 ? 2 : 1], half};
    if (e.dims(v) != wanted) fail_shape(e, slot);
    wanted.insert(wanted.begin() + static_cast<std::ptrdiff_t>(head_axis), 1);
    return reshaped(e, v, wanted);
}

/// Both halves of every rotated pair, each [..., half].
std::pair<value_id, value_id> halves(expansion& e, value_id x, std::int64_t half,
                                     bool interleaved) {
    if (interleaved) return {sliced(e, x, 3, 0, 2 * half, 2), sliced(e, x, 3, 1, 2 * half, 2)};
    return {sliced(e, x, 3, 0, half), sliced(e, x, 3, half, 2 * half)};
}

value_id joined(expansion& e, value_id a, value_id b, bool interleaved) {
    if (!interleaved) return concatenated(e, {a, b}, 3);
    extents dims = e.dims(a), pairs = dims;
    pairs.push_back(1);
    const value_id both = concatenated(e, {reshaped(e, a, pairs), reshaped(e, b, pairs)}, 4);
    dims[3] *= 2;
    return reshaped(e, both, dims);
}

value_id product(expansion& e, value_id a, value_id b) { return e.add("Mul", {a, b}); }

value_id rotated(expansion& e, value_id x, std::size_t head_axis, std::int64_t half) {
    const extents dims = e.dims(x);
    const bool interleaved = integer_attribute(e.at, "interleaved", 0) != 0;
    const value_id cosines = cache(e, 1, dims, head_axis, half);
    const value_id sines = cache(e, 2, dims, head_axis, half);
    const auto [a, b] = halves(e, x, half, interleaved);
    const value_id real = e.add("Sub", {product(e, cosines, a), product(e, sines, b)});
    const value_id imaginary = e.add("Add", {product(e, sines, a), product(e, cosines, b)});
    const value_id turned = joined(e, real, imaginary, interleaved);
    if (2 * half == dims[3]) return turned;
    return concatenated(e, {turned, sliced(e, x, 3, 2 * half, dims[3])}, 3);
}

// LinearAttention: one position after the other.

struct linear_extents {
    std::int64_t batch, length, query_heads, key_heads, key_size, value_size;
};

/// Position t of a [batch, length, n] input under these extents.
value_id position(expansion& e, value_id v, std::int64_t t, const extents& dims) {
    return reshaped(e, sliced(e, v, 1, t, t + 1), dims);
}

linear_extents extents_of(const expansion& e) {
    const std::int64_t q = integer_attribute(e.at, "q_num_heads", 0);
    const std::int64_t kv = integer_attribute(e.at, "kv_num_heads", 0);
    for (std::size_t slot = 0; slot < 3; ++slot)
        if (e.dims(e.input(slot)).size() != 3) fail_shape(e, slot);
    if (q < 1 || kv < 1 || q % kv != 0)
        fail_bad_input(e.at, fmt::format("{} heads of queries do not share {} of keys", q, kv));
    const extents &query = e.dims(e.input(0)), &key = e.dims(e.input(1)),
                  &value = e.dims(e.input(2));
    if (query[2] % q != 0) fail_shape(e, 0);
    if (key != extents{query[0], query[1], kv * (query[2] / q)}) fail_shape(e, 1);
    if (value[0] != query[0] || value[1] != query[1] || value[2] % kv != 0) fail_shape(e, 2);
    return {query[0], query[1], q, kv, query[2] / q, value[2] / kv};
}

/// Factors for the state: e to the power of one decay for each head, or for each of its keys.
value_id decay_at(expansion& e, std::int64_t t, const linear_extents& x) {
    const extents& dims = e.dims(e.input(4));
    const bool fits = dims.size() == 3 && dims[0] == x.batch && dims[1] == x.length &&
                      (dims[2] == x.key_heads || dims[2] == x.key_heads * x.key_size);
    if (!fits) fail_shape(e, 4);
    return e.add("Exp",
                 {position(e, e.input(4), t, {x.batch, x.key_heads, dims[2] / x.key_heads, 1})});
}

/// beta * (value - what the state says of this key).
value_id corrected(expansion& e, std::int64_t t, const linear_extents& x, value_id state,
                   value_id key_row, value_id value) {
    const extents& dims = e.dims(e.input(5));
    const bool fits = dims.size() == 3 && dims[0] == x.batch && dims[1] == x.length &&
                      (dims[2] == x.key_heads || dims[2] == 1);
    if (!fits) fail_shape(e, 5);
    const value_id beta = position(e, e.input(5), t, {x.batch, dims[2], 1, 1});
    if (state != absent) value = e.add("Sub", {value, e.add("MatMul", {key_row, state})});
    return product(e, beta, value);
}

/// The state after position t.
value_id next_state(expansion& e, std::int64_t t, const linear_extents& x, value_id state) {
    const value_id key = sliced(e, e.input(1), 1, t, t + 1);
    const value_id row = reshaped(e, key, {x.batch, x.key_heads, 1, x.key_size});
    const value_id column = reshaped(e, key, {x.batch, x.key_heads, x.key_size, 1});
    value_id value = position(e, e.input(2), t, {x.batch, x.key_heads, 1, x.value_size});
    if (e.has_input(4) && state != absent) state = product(e, state, decay_at(e, t, x));
    if (e.has_input(5)) value = corrected(e, t, x, state, row, value);
    const value_id change = product(e, column, value);
    return state == absent ? change : e.add("Add", {state, change});
}

void check_rule(const expansion& e) {
    const std::string rule = text_attribute(e.at, "update_rule", "gated_delta");
    const bool gates = rule == "gated" || rule == "gated_delta";
    const bool corrects = rule == "delta" || rule == "gated_delta";
    if (!gates && !corrects && rule != "linear")
        fail_bad_input(e.at, "its update_rule is " + in_quotes(rule));
    if (gates != e.has_input(4) || corrects != e.has_input(5))
        fail_bad_input(e.at,
                       "its update_rule " + in_quotes(rule) + " asks for other inputs than it has");
}

}  // namespace

bool expand_rotary_embedding(expansion& e) {
    for (std::size_t slot = 0; slot < 3; ++slot) require_float(e, slot);
    const extents given = e.dims(e.input(0));
    const std::int64_t heads = integer_attribute(e.at, "num_heads", 0);
    if (given.size() != 4 && (given.size() != 3 || heads < 1 || given[2] % heads != 0))
        fail_shape(e, 0);
    const bool is_split = given.size() == 4;
    const value_id x = is_split
                           ? e.input(0)
                           : reshaped(e, e.input(0), {given[0], given[1], heads, given[2] / heads});
    const std::int64_t size = e.dims(x)[3];
    const std::int64_t asked = integer_attribute(e.at, "rotary_embedding_dim", 0);
    const std::int64_t turned = asked == 0 ? size : asked;
    if (turned < 2 || turned > size || turned % 2 != 0)
        fail_bad_input(e.at, fmt::format("it rotates {} of {} elements", turned, size));
    e.give(0, reshaped(e, rotated(e, x, is_split ? 1 : 2, turned / 2), given));
    return true;
}

bool expand_linear_attention(expansion& e) {
    for (std::size_t slot = 0; slot < 6; ++slot) require_float(e, slot);
    check_rule(e);
    const linear_extents x = extents_of(e);
    if (x.length > most_steps)
        fail_unsupported(e.at, fmt::format("it has {} positions", x.length),
                         fmt::format("at most {} are supported", most_steps));
    value_id state = e.input(3);
    const extents state_dims{x.batch, x.key_heads, x.key_size, x.value_size};
    if (state != absent && e.dims(state) != state_dims) fail_shape(e, 3);
    const float given = real_attribute(e.at, "scale", 0);
    const float scale = given != 0 ? given : 1 / std::sqrt(static_cast<float>(x.key_size));
    const value_id query = product(e, e.input(0), e.number(dtype::f32, static_cast<double>(scale)));
    std::vector<value_id> rows;
    for (std::int64_t t = 0; t < x.length; ++t) {
        state = next_state(e, t, x, state);
        const value_id row =
            position(e, query, t, {x.batch, x.key_heads, x.query_heads / x.key_heads, x.key_size});
        const value_id y = e.add("MatMul", {row, state});
        rows.push_back(reshaped(e, y, {x.batch, 1, x.query_heads * x.value_size}));
    }
    e.give(0, concatenated(e, rows, 1));
    e.give(1, state);
    return true;
}

namespace {

/// The sum over taps of weight times the signal so many places later; of weights at run time.
value_id summed_taps(expansion& e, value_id signal, std::int64_t taps, std::int64_t length) {
    value_id sum = absent;
    const extents weights = e.dims(e.input(1));
    for (std::int64_t k = 0; k < taps; ++k) {
        const value_id weight = reshaped(e, sliced(e, e.input(1), 2, k, k + 1), {weights[0], 1});
        const value_id term = product(e, sliced(e, signal, 2, k, k + length), weight);
        sum = sum == absent ? term : e.add("Add", {sum, term});
    }
    if (!e.has_input(2)) return sum;
    return e.add("Add", {sum, reshaped(e, e.input(2), {weights[0], 1})});
}

value_id convolved(expansion& e, value_id signal, std::int64_t taps, std::int64_t length) {
    if (!e.is_constant(e.input(1))) return summed_taps(e, signal, taps, length);
    std::vector<value_id> inputs{signal, e.input(1)};
    if (e.has_input(2)) inputs.push_back(e.input(2));
    return e.add("Conv", inputs, {{"group", e.dims(signal)[1]}, {"kernel_shape", extents{taps}}});
}

value_id gated(expansion& e, value_id x) {
    const std::string activation = text_attribute(e.at, "activation", "none");
    if (activation == "none") return x;
    if (activation != "silu" && activation != "swish")
        fail_bad_input(e.at, "its activation is " + in_quotes(activation));
    return product(e, x, e.add("Sigmoid", {x}));
}

/// What comes before the signal: the state, or zeros.
value_id before_signal(expansion& e, const extents& dims) {
    if (!e.has_input(3)) {
        check_size(e, dims);
        const std::vector<double> zeros(static_cast<std::size_t>(element_count(dims)));
        return e.constant(make_tensor(dtype::f32, dims, zeros));
    }
    if (e.dims(e.input(3)) != dims) fail_shape(e, 3);
    return e.input(3);
}

}  // namespace

bool expand_causal_conv_with_state(expansion& e) {
    for (std::size_t slot = 0; slot < 4; ++slot) require_float(e, slot);
    const extents dims = e.dims(e.input(0)), weights = e.dims(e.input(1));
    if (dims.size() != 3) fail_shape(e, 0);
    if (weights.size() != 3 || weights[0] != dims[1] || weights[1] != 1) fail_shape(e, 1);
    if (e.has_input(2) && e.dims(e.input(2)) != extents{dims[1]}) fail_shape(e, 2);
    const std::int64_t taps = weights[2];
    value_id signal = e.input(0);
    if (taps > 1)
        signal = concatenated(e, {before_signal(e, {dims[0], dims[1], taps - 1}), signal}, 2);
    e.give(0, gated(e, convolved(e, signal, taps, dims[2])));
    if (e.wants_output(1)) e.give(1, sliced(e, signal, 2, dims[2], dims[2] + taps - 1));
    return true;
}

}  // namespace onnx2hpp
