// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recurrent operators and attention.

#include "recipes.hpp"
#include "unrolled_layer.hpp"

namespace differential {
namespace {

struct recurrent_kind {
    std::int64_t gates;
    std::vector<std::string> activations;
};

recurrent_kind kind_of(const std::string& op) {
    if (op == "LSTM") return {4, {"Sigmoid", "Tanh", "Tanh"}};
    if (op == "GRU") return {3, {"Sigmoid", "Tanh"}};
    return {1, {"Tanh"}};
}

void set_activations(draft& d, node_draft& node, std::size_t count) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i)
        names.push_back(d.random.pick({"Sigmoid", "Tanh", "HardSigmoid", "Softsign"}));
    node.set("activations", names);
    bool takes_numbers = false;
    for (const std::string& name : names) takes_numbers |= name == "HardSigmoid";
    if (takes_numbers && d.chance(0.5))
        node.set("activation_alpha", std::vector<double>(count, 0.25))
            .set("activation_beta", std::vector<double>(count, 0.5));
}

void draw_recurrent(draft& d, const std::string& op) {
    if (d.chance(0.25)) return draw_unrolled(d, op);
    const recurrent_kind kind = kind_of(op);
    const std::string direction = d.random.pick({"forward", "forward", "reverse", "bidirectional"});
    const std::int64_t directions = direction == "bidirectional" ? 2 : 1;
    const std::string x = d.take(3, 3);
    const bool is_batch_first = d.takes(op, "layout") && d.chance(0.25);
    const std::int64_t steps = d.dims(x)[is_batch_first ? 1 : 0];
    const std::int64_t batch = d.dims(x)[is_batch_first ? 0 : 1];
    const std::int64_t hidden = d.random.integer(1, 5);
    const std::int64_t rows = kind.gates * hidden;
    const auto constant = [&](const shape& dims) {
        return d.constant(d.random_reals(dims, -1, 1));
    };
    node_draft node(
        op, {x, constant({directions, rows, d.dims(x)[2]}), constant({directions, rows, hidden})});
    std::vector<std::string> more{d.chance(0.6) ? constant({directions, 2 * rows}) : ""};
    shape lengths;
    for (std::int64_t i = 0; i < batch; ++i) lengths.push_back(d.random.integer(1, steps));
    more.push_back(d.chance(0.2) ? d.list(lengths, element_type::int32) : "");
    const shape state =
        is_batch_first ? shape{batch, directions, hidden} : shape{directions, batch, hidden};
    more.push_back(d.chance(0.4) ? d.parameter(d.random_reals(state, -1, 1), 0.5) : "");
    if (op == "LSTM") {
        more.push_back(d.chance(0.4) ? d.parameter(d.random_reals(state, -1, 1), 0.5) : "");
        more.push_back(d.chance(0.3) ? constant({directions, 3 * hidden}) : "");
    }
    while (!more.empty() && more.back().empty()) more.pop_back();
    for (const std::string& name : more) node.proto.add_input(name);
    if (direction != "forward" || d.chance(0.3)) node.set("direction", direction);
    node.set("hidden_size", hidden);
    if (is_batch_first) node.set("layout", 1);
    if (d.chance(0.2)) node.set("clip", d.random.real(0.3, 2));
    if (d.chance(0.3)) set_activations(d, node, kind.activations.size() * std::size_t(directions));
    if (op == "GRU" && d.chance(0.5)) node.set("linear_before_reset", d.chance(0.7));
    if (op == "LSTM" && d.chance(0.2)) node.set("input_forget", d.chance(0.5));
    if (d.chance(0.3)) node.set("output_sequence", 1);
    d.add(node, int(d.random.integer(1, op == "LSTM" ? 3 : 2)));
}

/// com.microsoft: weights are codes; their zero points are as ONNX Runtime wants them.
void draw_dynamic_lstm(draft& d, const std::string& op) {
    if (d.kind == style::quantized) throw bad_draw("scales of both kinds");
    const std::string direction = d.random.pick({"forward", "reverse", "bidirectional"});
    const std::int64_t directions = direction == "bidirectional" ? 2 : 1;
    const std::string x = d.take(3, 3);
    const shape dims = d.dims(x);
    const std::int64_t hidden = d.random.integer(1, 5), columns = 4 * hidden;
    const auto type = d.random.pick({element_type::uint8, element_type::int8});
    const bool is_signed = type == element_type::int8;
    const auto codes = [&](const shape& of) {
        return d.constant(d.random_integers(type, of, is_signed ? -127 : 0, is_signed ? 127 : 255));
    };
    const auto reals = [&](const shape& of) { return d.constant(d.random_reals(of, -1, 1)); };
    const shape numbers = d.chance(0.5) ? shape{directions} : shape{directions, columns};
    const shape state{directions, dims[1], hidden};
    node_draft node(
        op, {x, codes({directions, dims[2], columns}), codes({directions, hidden, columns})});
    for (const std::string& input :
         {d.chance(0.6) ? reals({directions, 2 * columns}) : "", std::string(),
          d.chance(0.4) ? reals(state) : "", d.chance(0.4) ? reals(state) : "",
          d.chance(0.3) ? reals({directions, 3 * hidden}) : ""})
        node.proto.add_input(input);
    for (int matrix = 0; matrix < 2; ++matrix) {
        const std::int64_t zero = is_signed ? 0 : d.random.integer(100, 150);
        node.proto.add_input(d.constant(d.random_reals(numbers, 0.002, 0.01)));
        node.proto.add_input(
            d.constant(d.random_integers(type, numbers, double(zero), double(zero))));
    }
    if (direction != "forward" || d.chance(0.3)) node.set("direction", direction);
    node.set("hidden_size", hidden);
    if (d.chance(0.3)) node.set("input_forget", 0);
    if (d.chance(0.3)) {
        std::vector<std::string> names{"Sigmoid", "Tanh", "Tanh"};
        if (directions == 2) names.insert(names.end(), {"Sigmoid", "Tanh", "Tanh"});
        node.set("activations", names);
    }
    d.add(node, int(d.random.integer(1, 3)));
}

void draw_attention(draft& d, const std::string& op) {
    const bool is_flat = d.chance(0.5);
    const std::int64_t kv_heads = d.random.integer(1, 2);
    const std::int64_t heads = kv_heads * d.random.integer(1, 2);
    const std::int64_t queries = d.random.integer(1, 4);
    const std::int64_t keys = d.random.integer(1, 5);
    const std::int64_t size = 2 * d.random.integer(1, 3);
    const std::int64_t width = d.random.integer(1, 4);
    const auto flat = [&](std::int64_t n, std::int64_t length, std::int64_t each) {
        return is_flat ? shape{1, length, n * each} : shape{1, n, length, each};
    };
    const auto fresh = [&](const shape& dims) { return d.input(d.random_reals(dims, -2, 2)); };
    node_draft node(op, {fresh(flat(heads, queries, size)), fresh(flat(kv_heads, keys, size)),
                         fresh(flat(kv_heads, keys, width))});
    const std::int64_t past = d.chance(0.3) ? d.random.integer(1, 3) : 0;
    const shape mask{queries, keys + past};
    std::string masked;
    if (d.chance(0.5))
        masked = d.chance(0.5)
                     ? d.parameter(d.random_reals(mask, -1, 1), 0.5)
                     : d.parameter(d.random_integers(element_type::boolean, mask, 0, 1), 0.5);
    const bool is_padded = past == 0 && d.opset >= 24 && d.chance(0.3);
    if (!masked.empty() || past > 0 || is_padded) node.proto.add_input(masked);
    if (is_padded) {
        for (int i = 0; i < 2; ++i) node.proto.add_input("");
        node.proto.add_input(
            d.parameter(d.random_integers(element_type::int64, {1}, 1, double(keys)), 0.5));
    }
    if (past > 0) {
        node.proto.add_input(fresh({1, kv_heads, past, size}));
        node.proto.add_input(fresh({1, kv_heads, past, width}));
    }
    if (is_flat) node.set("q_num_heads", heads).set("kv_num_heads", kv_heads);
    if (d.chance(0.4)) node.set("is_causal", d.chance(0.7));
    if (d.chance(0.3)) node.set("scale", d.random.real(0.2, 1));
    if (d.chance(0.3)) node.set("softcap", d.random.real(0.5, 3));
    if (d.chance(0.2)) node.set("softmax_precision", 1);
    for (const char* side : {"left_window_size", "right_window_size"})
        if (d.chance(0.2)) node.set(side, -1);  // no window: others are refused
    const bool shows = d.chance(0.25);
    if (shows) node.set("qk_matmul_output_mode", d.random.integer(0, 3));
    d.add(node, shows && past > 0 ? 4 : past > 0 ? 3 : 1);
}

void draw_rotary(draft& d, const std::string& op) {
    const std::int64_t heads = d.random.integer(1, 3);
    const std::int64_t size = 4 * d.random.integer(1, 2);
    const std::int64_t length = d.random.integer(1, 4);
    const bool is_flat = d.chance(0.5);
    const bool is_partial = d.chance(0.3);
    const std::int64_t half = is_partial ? size / 4 : size / 2;
    const bool has_places = d.chance(0.5);
    const shape cache = has_places ? shape{6, half} : shape{1, length, half};
    node_draft node(
        op, {d.input(d.random_reals(
                 is_flat ? shape{1, length, heads * size} : shape{1, heads, length, size}, -2, 2)),
             d.parameter(d.random_reals(cache, -1, 1)), d.parameter(d.random_reals(cache, -1, 1))});
    if (has_places)
        node.proto.add_input(
            d.parameter(d.random_integers(element_type::int64, {1, length}, 0, 5), 0.4));
    if (is_flat) node.set("num_heads", heads);
    if (is_partial) node.set("rotary_embedding_dim", 2 * half);
    if (d.chance(0.5)) node.set("interleaved", d.chance(0.6));
    d.add(node);
}

void draw_linear_attention(draft& d, const std::string& op) {
    const std::int64_t kv_heads = d.random.integer(1, 2);
    const std::int64_t heads = kv_heads * d.random.integer(1, 2);
    const std::int64_t length = d.random.integer(1, 4);
    const std::int64_t dk = d.random.integer(1, 3);
    const std::int64_t dv = d.random.integer(1, 3);
    const std::string rule = d.random.pick({"linear", "gated", "delta", "gated_delta"});
    const auto fresh = [&](const shape& dims, double low, double high) {
        return d.input(d.random_reals(dims, low, high));
    };
    node_draft node(
        op, {fresh({1, length, heads * dk}, -1, 1), fresh({1, length, kv_heads * dk}, -1, 1),
             fresh({1, length, kv_heads * dv}, -1, 1)});
    node.proto.add_input(d.chance(0.5) ? fresh({1, kv_heads, dk, dv}, -1, 1) : "");
    node.proto.add_input(rule.starts_with("gated") ? fresh({1, length, kv_heads}, -1, 0) : "");
    node.proto.add_input(rule.ends_with("delta") ? fresh({1, length, kv_heads}, 0, 1) : "");
    node.set("q_num_heads", heads).set("kv_num_heads", kv_heads);
    if (rule != "gated_delta" || d.chance(0.5)) node.set("update_rule", rule);
    if (d.chance(0.4)) node.set("scale", d.random.real(0.3, 1));
    if (d.chance(0.3)) node.set("chunk_size", 64);
    d.add(node, int(d.random.integer(1, 2)));
}

}  // namespace

void add_sequence_recipes(recipe_map& all) {
    for (const char* op : {"RNN", "GRU", "LSTM"}) all[op] = {draw_recurrent, 1};
    all["com.microsoft.DynamicQuantizeLSTM"] = {draw_dynamic_lstm, 0};
    all["Attention"] = {draw_attention, 0};
    all["RotaryEmbedding"] = {draw_rotary, 0};
    all["LinearAttention"] = {draw_linear_attention, 0};
}

}  // namespace differential
