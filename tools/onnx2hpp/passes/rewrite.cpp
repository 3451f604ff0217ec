// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/attributes.hpp>
#include <onnx2hpp/constants.hpp>
#include <onnx2hpp/onnx/folding_memory.hpp>
#include <onnx2hpp/onnx/opsets.hpp>
#include <onnx2hpp/passes/rewrite.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace onnx2hpp {
namespace {

std::size_t place(int i) { return static_cast<std::size_t>(i); }

bool contains(const std::vector<value_id>& values, value_id v) {
    return std::find(values.begin(), values.end(), v) != values.end();
}

}  // namespace

node make_node(const node& whole, std::string name, std::string op_type,
               std::vector<value_id> inputs, std::vector<value_id> outputs) {
    node n;
    n.name = std::move(name);
    n.op_type = std::move(op_type);
    n.since = 13;
    n.inputs = std::move(inputs);
    n.outputs = std::move(outputs);
    n.origin = whole.origin;
    return n;
}

int output_axis(const node& n) {
    if (n.op_type == "Conv" || is_own(n, "DepthwiseConv")) return 0;
    return n.op_type == "Gemm" && integer_attribute(n, "transB", 0) != 0 ? 0 : 1;
}

int dequantizer(const rewriter& r, value_id v) {
    const int producer = r.producer_of(v);
    return producer >= 0 && r.at(producer).op_type == "DequantizeLinear" ? producer : -1;
}

rewriter::rewriter(onnx_model& m) : model(m) { connect_all(); }

void rewriter::connect_all() {
    producers.assign(model.values.size(), -1);
    all_readers.assign(model.values.size(), {});
    connected = 0;
    take_in_appended();
}

void rewriter::take_in_appended() {
    producers.resize(model.values.size(), -1);
    all_readers.resize(model.values.size());
    for (; connected < node_count(); ++connected) connect(connected);
}

void rewriter::connect(int n) {
    for (const value_id v : at(n).inputs)
        if (v != absent) all_readers[place(v)].push_back(n);
    for (const value_id v : at(n).outputs)
        if (v != absent) producers[place(v)] = n;
}

void rewriter::disconnect(int n) {
    for (const value_id v : at(n).inputs)
        if (v != absent) std::erase(all_readers[place(v)], n);
    for (const value_id v : at(n).outputs)
        if (v != absent && producers[place(v)] == n) producers[place(v)] = -1;
}

int rewriter::producer_of(value_id v) const { return v == absent ? -1 : producers[place(v)]; }

const std::vector<int>& rewriter::readers(value_id v) const { return all_readers[place(v)]; }

bool rewriter::is_output(value_id v) const { return contains(model.outputs, v); }

int rewriter::sole_reader(value_id v) const {
    return readers(v).size() == 1 && !is_output(v) ? readers(v).front() : -1;
}

value_id rewriter::add_value(value v) {
    model.values.push_back(std::move(v));
    producers.push_back(-1);
    all_readers.emplace_back();
    return static_cast<value_id>(model.values.size() - 1);
}

value_id rewriter::add_constant(std::string name, std::shared_ptr<const tensor_data> data) {
    const tensor_data& made = *data;
    return add_value({std::move(name), made.type, true, made.dims, std::move(data), {}});
}

int rewriter::add_node(node n) {
    model.nodes.push_back(std::move(n));
    take_in_appended();
    return node_count() - 1;
}

void rewriter::set_inputs(int n, std::vector<value_id> inputs) {
    disconnect(n);
    at(n).inputs = std::move(inputs);
    connect(n);
}

void rewriter::set_input(int n, std::size_t slot, value_id v) {
    std::vector<value_id> inputs = at(n).inputs;
    inputs.resize(std::max(inputs.size(), slot + 1), absent);
    inputs[slot] = v;
    set_inputs(n, std::move(inputs));
}

void rewriter::set_output(int n, value_id v) {
    disconnect(n);
    at(n).outputs[0] = v;
    connect(n);
}

void rewriter::redirect_readers(value_id from, value_id to) {
    const std::vector<int> readers = all_readers[place(from)];
    for (const int n : readers) {
        disconnect(n);
        std::replace(at(n).inputs.begin(), at(n).inputs.end(), from, to);
        connect(n);
    }
}

void rewriter::remove(int n) {
    disconnect(n);
    at(n) = {};
}

void rewriter::bypass(int n) {
    const value_id from = at(n).inputs[0], to = at(n).outputs[0];
    const int producer = producer_of(from);
    if (!is_output(to)) {
        remove(n);
        redirect_readers(to, from);
    } else if (producer >= 0 && !is_output(from) && at(producer).outputs[0] == from) {
        remove(n);
        set_output(producer, to);
        redirect_readers(from, to);
    } else {
        set_operator(at(n), "Identity");
        set_inputs(n, {from});
    }
}

bool rewriter::is_needed(int n) const {
    return std::any_of(at(n).outputs.begin(), at(n).outputs.end(), [&](value_id v) {
        return v != absent && (is_output(v) || !readers(v).empty());
    });
}

void rewriter::visit(int n, std::vector<char>& visited, std::vector<node>& sorted) {
    if (n < 0 || std::exchange(visited[place(n)], 1)) return;
    for (const value_id v : at(n).inputs) visit(producer_of(v), visited, sorted);
    sorted.push_back(at(n));
}

void rewriter::finish() {
    std::vector<char> visited(model.nodes.size(), 0);
    std::vector<node> sorted;
    for (int n = 0; n < node_count(); ++n)
        if (!at(n).op_type.empty()) visit(n, visited, sorted);
    model.nodes = std::move(sorted);
    connect_all();
    for (int n = node_count(); n-- > 0;)
        if (!is_needed(n)) remove(n);
    std::erase_if(model.nodes, [](const node& n) { return n.op_type.empty(); });
}

void require_memory(const rewriter& r, int n, std::int64_t elements, std::int64_t bytes_each) {
    constexpr std::int64_t number = sizeof(double);
    require_constant_memory(r.model, r.at(n), elements * bytes_each, elements * number);
}

namespace {

/// The constant scalar that `n` reads at `slot`, else its attribute, else `fallback`. NaN if the
/// bound is not constant.
float bound_of(const onnx_model& m, const node& n, std::size_t slot, std::string_view attribute,
               float fallback) {
    if (slot >= n.inputs.size() || n.inputs[slot] == absent)
        return real_attribute(n, attribute, fallback);
    const shared_tensor& bound = m.values[place(n.inputs[slot])].constant;
    if (!bound || bound->type != tigris::dtype::f32 || element_count(bound->dims) != 1)
        return std::nanf("");
    return elements_of<float>(*bound)[0];
}

}  // namespace

std::optional<tigris::ops::clamp> activation_of(const onnx_model& m, const node& n) {
    using tigris::ops::infinity;
    if (n.op_type == "Relu") return tigris::ops::clamp{0, infinity};
    if (n.op_type != "Clip") return {};
    const float low = bound_of(m, n, 1, "min", -infinity),
                high = bound_of(m, n, 2, "max", infinity);
    if (std::isnan(low) || std::isnan(high)) return {};
    return tigris::ops::clamp{std::min(low, high), high};
}

tigris::ops::clamp compose(const tigris::ops::clamp& first, const tigris::ops::clamp& second) {
    return {std::clamp(first.low, second.low, second.high),
            std::clamp(first.high, second.low, second.high)};
}

std::optional<extents> axes_of(const onnx_model& m, const node& n, std::size_t rank) {
    extents axes = integers_attribute(n, "axes", {});
    if (n.inputs.size() > 1 && n.inputs[1] != absent) {
        const shared_tensor& given = m.values[place(n.inputs[1])].constant;
        if (!given) return {};
        axes = integers_of(*given);
    }
    for (std::int64_t& axis : axes) axis += axis < 0 ? static_cast<std::int64_t>(rank) : 0;
    std::sort(axes.begin(), axes.end());
    return axes;
}

}  // namespace onnx2hpp
