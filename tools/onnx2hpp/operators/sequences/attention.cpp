// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/expand/common_values.hpp>
#include <onnx2hpp/expand/expansion.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_entry.hpp>
#include <onnx2hpp/operators/normalization/common_values.hpp>
#include <onnx2hpp/operators/windows/requirements.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace onnx2hpp {
namespace {

using tigris::dtype;

constexpr float masked = -std::numeric_limits<float>::infinity();

enum input_slot : std::size_t { query, key, value_slot, mask, past_key, past_value, valid_keys };
enum output_slot : std::size_t { result, present_key, present_value, scores };

/// What `qk_matmul_output_mode` shows: the products, and what each later stage makes of them.
enum score_stage : std::int64_t { products, capped, biased, probabilities };

/// Extents of the factors, as heads.
struct head_extents {
    std::int64_t batch, query_heads, key_heads, queries, keys;
};

value_id number(expansion& e, float number) {
    return e.number(dtype::f32, static_cast<double>(number));
}

/// [batch, heads, length, size] of an input that may be [batch, length, heads * size].
value_id as_heads(expansion& e, std::size_t slot, const char* attribute) {
    const value_id x = e.input(slot);
    const extents dims = e.dims(x);
    if (dims.size() == 4) return x;
    const std::int64_t heads = integer_attribute(e.at, attribute, 0);
    if (dims.size() != 3 || heads < 1 || dims[2] % heads != 0)
        fail_bad_input(e.at, fmt::format("input {} of shape {} does not make {} heads", slot,
                                         to_text(dims), heads));
    const value_id split = reshaped(e, x, {dims[0], dims[1], heads, dims[2] / heads});
    return transposed(e, split, {0, 2, 1, 3});
}

/// The rows of input `slot`, which earlier calls made, and then the rows `now`.
value_id with_past(expansion& e, value_id now, std::size_t slot) {
    if (!e.has_input(slot)) return now;
    return e.add("Concat", {e.input(slot), now}, {{"axis", std::int64_t(2)}});
}

/// A tensor of biases: 0 where `allows(i, j)`, else -infinity.
template <class F>
value_id constant_bias(expansion& e, const head_extents& h, F allows) {
    check_size(e, {h.queries, h.keys});
    std::vector<float> bias;
    for (std::int64_t i = 0; i < h.queries; ++i)
        for (std::int64_t j = 0; j < h.keys; ++j) bias.push_back(allows(i, j) ? 0 : masked);
    return e.constant(tensor_of(dtype::f32, {h.queries, h.keys}, bias));
}

/// A tensor of int64: f(i, j) for queries i (of `rows`) and keys j.
template <class F>
value_id constant_places(expansion& e, std::int64_t rows, std::int64_t keys, F f) {
    check_size(e, {rows, keys});
    extents places;
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < keys; ++j) places.push_back(f(i, j));
    return e.constant(tensor_of(dtype::i64, {rows, keys}, places));
}

value_id bias_where(expansion& e, value_id allowed) {
    return e.add("Where", {allowed, number(e, 0), number(e, masked)});
}

value_id added(expansion& e, value_id a, value_id b) {
    return a == absent ? b : e.add("Add", {a, b});
}

/// The mask as a bias for all keys; those that it does not reach are masked.
value_id bias_of_mask(expansion& e, const head_extents& h) {
    const value_id given = e.input(mask);
    const value_id bias = e.type(given) == dtype::boolean ? bias_where(e, given) : given;
    extents dims = e.dims(bias);
    if (dims.empty()) fail_bad_input(e.at, "its mask has no axes");
    const std::int64_t missing = h.keys - dims.back();
    if (missing <= 0) return bias;
    if (dims.back() == 1)
        fail_unsupported(e.at,
                         fmt::format("its mask of shape {} is for one key, or the same for all {}",
                                     to_text(dims), h.keys),
                         "give the mask a number for each key");
    dims.back() = missing;
    check_size(e, dims);
    const std::vector<float> rest(static_cast<std::size_t>(element_count(dims)), masked);
    return e.add("Concat", {bias, e.constant(tensor_of(dtype::f32, dims, rest))},
                 {{"axis", static_cast<std::int64_t>(dims.size()) - 1}});
}

/// Query i attends to key j if j <= i + offset: what came before, or all valid keys but the
/// queries themselves.
value_id causal_bias(expansion& e, const head_extents& h) {
    if (e.has_input(valid_keys) && !e.has_input(past_key)) {
        const value_id ends = constant_places(e, h.queries, h.keys,
                                              [&](auto i, auto j) { return j - i + h.queries; });
        const value_id valid = reshaped(e, e.input(valid_keys), {h.batch, 1, 1, 1});
        return bias_where(e, e.add("LessOrEqual", {ends, valid}));
    }
    const std::int64_t offset = e.has_input(past_key) ? e.dims(e.input(past_key))[2] : 0;
    if (offset > 0 && h.queries == 1 && h.keys > offset + 1)
        note(label_of(e.at) +
             ": its query sees the past keys and the first new one, as ONNX says; ONNX Runtime "
             "shows it all");
    return constant_bias(e, h, [&](auto i, auto j) { return j <= i + offset; });
}

value_id padding_bias(expansion& e, const head_extents& h) {
    const value_id places = constant_places(e, 1, h.keys, [](auto, auto j) { return j; });
    const value_id valid = reshaped(e, e.input(valid_keys), {h.batch, 1, 1, 1});
    return bias_where(e, e.add("Less", {places, valid}));
}

/// Everything that is added to the scores, or absent.
value_id bias_of(expansion& e, const head_extents& h) {
    value_id bias = e.has_input(mask) ? bias_of_mask(e, h) : absent;
    if (integer_attribute(e.at, "is_causal", 0) != 0) bias = added(e, bias, causal_bias(e, h));
    return e.has_input(valid_keys) ? added(e, bias, padding_bias(e, h)) : bias;
}

/// Whether some row of a bias may mask every key. A constant one is looked at.
bool may_mask_rows(const expansion& e, value_id bias, std::int64_t keys) {
    if (bias == absent) return false;
    if (!e.is_constant(bias)) return true;
    const std::vector<double> numbers = numbers_of(*e.of(bias).constant);
    const auto length = static_cast<std::size_t>(std::min(keys, e.dims(bias).back()));
    for (std::size_t row = 0; row < numbers.size(); row += length) {
        std::size_t count = 0;
        while (count < length && numbers[row + count] == static_cast<double>(masked)) ++count;
        if (count == length) return true;
    }
    return false;
}

/// Rows of which every key is masked attend to nothing.
value_id without_masked_rows(expansion& e, value_id probability, value_id bias) {
    const value_id largest = e.add("ReduceMax", {bias, e.integers({-1})});
    const value_id is_masked = e.add("Equal", {largest, number(e, masked)});
    return e.add("Where", {is_masked, number(e, 0), probability});
}

/// Queries of the heads that share a key, one after the other: [batch, key heads, n, size].
value_id grouped(expansion& e, value_id q, const head_extents& h) {
    const std::int64_t n = h.query_heads / h.key_heads * h.queries;
    return reshaped(e, q, {h.batch, h.key_heads, n, e.dims(q)[3]});
}

value_id ungrouped(expansion& e, value_id x, const head_extents& h) {
    return reshaped(e, x, {h.batch, h.query_heads, h.queries, e.dims(x)[3]});
}

value_id softcapped(expansion& e, value_id x) {
    const float cap = real_attribute(e.at, "softcap", 0);
    if (cap <= 0) return x;
    const value_id ratio = e.add("Div", {x, number(e, cap)});
    return e.add("Mul", {e.add("Tanh", {ratio}), number(e, cap)});
}

/// The scores of one stage after the other, the asked one as output.
value_id attention(expansion& e, value_id product, value_id bias, const head_extents& h) {
    const std::int64_t stage = integer_attribute(e.at, "qk_matmul_output_mode", 0);
    if (stage < products || stage > probabilities)
        fail_bad_input(e.at, fmt::format("its qk_matmul_output_mode is {}", stage));
    const auto shown = [&](score_stage now, value_id v) {
        if (now == stage) e.give(scores, v);
        return v;
    };
    value_id score = shown(capped, softcapped(e, shown(products, product)));
    if (bias != absent) score = e.add("Add", {score, bias});
    score = e.add("Softmax", {shown(biased, score)}, {{"axis", std::int64_t(-1)}});
    if (may_mask_rows(e, bias, h.keys)) score = without_masked_rows(e, score, bias);
    return shown(probabilities, score);
}

/// Version 25 may bound how far a query sees; -1 bounds nothing.
void refuse_windows(const expansion& e) {
    for (const char* side : {"left_window_size", "right_window_size"})
        if (const std::int64_t size = integer_attribute(e.at, side, -1); size != -1)
            fail_unsupported(e.at, fmt::format("its {} is {}, which is not supported", side, size),
                             "leave it out, and add the window to attn_mask");
}

void check(const expansion& e, const head_extents& h, value_id k, value_id v) {
    constexpr std::int64_t unset = 0, onnx_float = 1, onnx_double = 11;
    const std::int64_t precision = integer_attribute(e.at, "softmax_precision", unset);
    if (precision != unset && precision != onnx_float && precision != onnx_double)
        fail_unsupported(e.at, "its softmax_precision is not float32", "set it to 1");
    if (e.has_input(past_key) != e.has_input(past_value))
        fail_bad_input(e.at, "it has past keys or past values, but not both");
    if (e.has_input(valid_keys) && e.has_input(past_key))
        fail_bad_input(e.at, "it has both past keys and nonpad_kv_seqlen");
    if (h.key_heads == 0 || h.query_heads % h.key_heads != 0 || e.dims(v)[1] != h.key_heads ||
        e.dims(v)[2] != e.dims(k)[2])
        fail_bad_input(e.at, fmt::format("keys of shape {} and values of shape {} do not fit {} "
                                         "heads of queries",
                                         to_text(e.dims(k)), to_text(e.dims(v)), h.query_heads));
}

/// Requires floats as inputs; only the mask may have booleans.
void check_types(const expansion& e) {
    for (std::size_t slot = query; slot <= past_value; ++slot)
        if (!(slot == mask && e.has_input(slot) && e.type(e.input(slot)) == dtype::boolean))
            require_float(e, slot);
}

/// Q * K' * scale, [batch, query heads, queries, keys].
value_id scaled_products(expansion& e, value_id q, value_id k, const head_extents& h) {
    const float usual = 1 / std::sqrt(static_cast<float>(e.dims(q)[3]));
    const value_id scaled =
        e.add("Mul", {grouped(e, q, h), number(e, real_attribute(e.at, "scale", usual))});
    const value_id columns = transposed(e, k, {0, 1, 3, 2});
    return ungrouped(e, e.add("MatMul", {scaled, columns}), h);
}

/// The result of all heads, in the form of the queries: [batch, heads, length, size], or
/// [batch, length, heads * size].
value_id as_queries(expansion& e, value_id y, std::int64_t size, const head_extents& h) {
    if (e.dims(e.input(query)).size() != 3) return y;
    return reshaped(e, transposed(e, y, {0, 2, 1, 3}), {h.batch, h.queries, h.query_heads * size});
}

/// Softmax(Q * K' * scale + bias) * V; heads that share keys are rows of one product.
bool expand_attention(expansion& e) {
    refuse_windows(e);
    check_types(e);
    const value_id q = as_heads(e, query, "q_num_heads");
    const value_id k = with_past(e, as_heads(e, key, "kv_num_heads"), past_key);
    const value_id v = with_past(e, as_heads(e, value_slot, "kv_num_heads"), past_value);
    const extents from = e.dims(q);
    const head_extents h{from[0], from[1], e.dims(k)[1], from[2], e.dims(k)[2]};
    check(e, h, k, v);
    const value_id product = scaled_products(e, q, k, h);
    const value_id score = attention(e, product, bias_of(e, h), h);
    const value_id y = ungrouped(e, e.add("MatMul", {grouped(e, score, h), v}), h);
    e.give(result, as_queries(e, y, e.dims(v)[3], h));
    e.give(present_key, k);
    e.give(present_value, v);
    return true;
}

}  // namespace

namespace operators {

operator_entries attention_operators() {
    return {
        {.type = "Attention",
         .versions =
             {{.since = {23},
               .inputs = {3, 6},
               .outputs = 4,
               .attributes = {flag("is_causal"), integer("kv_num_heads"), integer("q_num_heads"),
                              integer("qk_matmul_output_mode"), real("scale"), real("softcap"),
                              integer("softmax_precision")}},
              {.since = {24},
               .inputs = {3, 7},
               .outputs = 4,
               .attributes = {flag("is_causal"), integer("kv_num_heads"), integer("q_num_heads"),
                              integer("qk_matmul_output_mode"), real("scale"), real("softcap"),
                              integer("softmax_precision")}},
              {.since = {25},
               .inputs = {3, 7},
               .outputs = 4,
               .attributes = {flag("is_causal"), integer("kv_num_heads"),
                              integer("left_window_size"), integer("q_num_heads"),
                              integer("qk_matmul_output_mode"), integer("right_window_size"),
                              real("scale"), real("softcap"), integer("softmax_precision")}}},
         .expand = expand_attention},
    };
}

}  // namespace operators

}  // namespace onnx2hpp
