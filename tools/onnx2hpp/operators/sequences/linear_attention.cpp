// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/windows/requirements.hpp>

#include <fmt/format.h>

#include <cmath>

namespace onnx2hpp {
namespace {

using tigris::dtype;

/// Recurrences are written out step by step; longer ones would be models of thousands of steps.
constexpr std::int64_t most_steps = 128;

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

}  // namespace

namespace operators {

operator_entries linear_attention_operators() {
    return {
        {.type = "LinearAttention",
         .versions = {{.since = {27},
                       .inputs = {3, 6},
                       .outputs = 2,
                       .attributes = {integer("chunk_size"), integer("kv_num_heads"),
                                      integer("q_num_heads"), real("scale"), text("update_rule")}}},
         .expand = expand_linear_attention},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
