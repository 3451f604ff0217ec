// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Operators with graphs inside.

#include "recipes.hpp"

namespace differential {
namespace {

/// A graph that is an attribute, written node by node.
class subgraph {
public:
    explicit subgraph(const char* name) {
        made_.set_name(name);
        made_.set_type(onnx::AttributeProto::GRAPH);
        made_.mutable_g()->set_name(name);
    }
    void input(const char* name, element_type type) { declare(*graph().add_input(), name, type); }
    void output(const std::string& name, element_type type) {
        declare(*graph().add_output(), name, type);
    }
    std::string add(const char* op, const std::vector<std::string>& inputs,
                    const std::string& output) {
        auto& node = *graph().add_node();
        node.set_op_type(op);
        node.set_name(output);
        for (const std::string& each : inputs) node.add_input(each);
        node.add_output(output);
        return output;
    }
    const onnx::AttributeProto& attribute() const { return made_; }

private:
    onnx::GraphProto& graph() { return *made_.mutable_g(); }
    static void declare(onnx::ValueInfoProto& value, const std::string& name, element_type type) {
        value.set_name(name);
        value.mutable_type()->mutable_tensor_type()->set_elem_type(int(type));
    }
    onnx::AttributeProto made_;
};

void draw_if(draft& d, const std::string& op) {
    const std::string x = d.take(1, 3);
    const auto branch = [&](const char* name, const char* inner) {
        subgraph graph(name);
        graph.output(graph.add(inner, {x}, std::string(name) + "_out"), element_type::float32);
        return graph.attribute();
    };
    const std::string condition =
        d.chance(0.5) ? d.constant(d.random_integers(element_type::boolean, {}, 0, 1))
                      : d.input(d.random_integers(element_type::boolean, {}, 0, 1));
    node_draft node(op, {condition});
    *node.proto.add_attribute() = branch("then_branch", d.random.pick({"Relu", "Neg"}));
    *node.proto.add_attribute() = branch("else_branch", d.random.pick({"Tanh", "Abs"}));
    d.add(node);
}

/// tanh(state * factor + x), and what is stacked of it.
void add_cell(draft& d, subgraph& body, const std::string& x, const std::string& factor) {
    body.add("Mul", {"state", factor}, "scaled");
    body.add("Add", {"scaled", x}, "sum");
    body.output(body.add("Tanh", {"sum"}, "next_state"), element_type::float32);
    if (d.chance(0.7))
        body.output(body.add(d.random.pick({"Relu", "Neg", "Identity"}), {"next_state"}, "slice"),
                    element_type::float32);
}

void draw_loop(draft& d, const std::string& op) {
    if (d.opset < 7) throw bad_draw("its Mul broadcasts");
    const std::string x = d.take(1, 3);
    const std::string factor = d.constant(d.random_reals({}, 0.5, 1.5));
    const std::int64_t most = d.random.integer(1, 4);
    const bool ends_early = d.chance(0.4);
    subgraph body("body");
    body.input("number", element_type::int64);
    body.input("goes_on", element_type::boolean);
    body.input("state", element_type::float32);
    body.output(ends_early ? body.add("Less", {"number", d.scalar(d.random.integer(0, 3))}, "next")
                           : body.add("Identity", {"goes_on"}, "next"),
                element_type::boolean);
    add_cell(d, body, x, factor);
    const bool is_open = d.chance(0.2);
    node_draft node(op,
                    {ends_early && d.chance(0.3) ? d.scalar(9) : d.scalar(most),
                     is_open ? "" : d.constant(reference::integers({}, {1}, element_type::boolean)),
                     d.also(d.dims(x))});
    *node.proto.add_attribute() = body.attribute();
    d.add(node, body.attribute().g().output_size() - 1);
}

/// Of batches.
void draw_old_scan(draft& d, const std::string& op) {
    const std::string x = d.take(2, 4);
    const shape dims = d.dims(x);
    shape state = dims;
    state.erase(state.begin() + 1);
    subgraph body("body");
    body.input("state", element_type::float32);
    body.input("x_slice", element_type::float32);
    add_cell(d, body, "x_slice", d.constant(d.random_reals({}, 0.5, 1.5)));
    const std::string lengths = d.chance(0.5) ? d.list(shape(std::size_t(dims[0]), dims[1])) : "";
    node_draft node(op, {lengths, d.also(state), x});
    node.set("num_scan_inputs", 1);
    if (d.chance(0.5)) node.set("directions", shape{d.random.integer(0, 1)});
    *node.proto.add_attribute() = body.attribute();
    d.add(node, body.attribute().g().output_size());
}

void draw_scan(draft& d, const std::string& op) {
    if (d.opset < 9) return draw_old_scan(d, op);
    const std::string x = d.take(2, 3);
    const auto rank = std::int64_t(d.dims(x).size());
    const std::int64_t axis = d.random.integer(0, rank - 1);
    shape state = d.dims(x);
    state.erase(state.begin() + axis);
    subgraph body("body");
    body.input("state", element_type::float32);
    body.input("x_slice", element_type::float32);
    add_cell(d, body, "x_slice", d.constant(d.random_reals({}, 0.5, 1.5)));
    node_draft node(op, {d.also(state), x});
    node.set("num_scan_inputs", 1);
    const bool stacks = body.attribute().g().output_size() > 1;
    const std::int64_t from_behind = d.opset >= 11 && d.chance(0.3) ? rank : 0;
    if (axis != 0 || d.chance(0.3)) node.set("scan_input_axes", shape{axis - from_behind});
    if (d.chance(0.4)) node.set("scan_input_directions", shape{d.random.integer(0, 1)});
    if (stacks && d.chance(0.4)) node.set("scan_output_axes", shape{d.random.integer(0, rank - 1)});
    if (stacks && d.chance(0.4)) node.set("scan_output_directions", shape{d.random.integer(0, 1)});
    *node.proto.add_attribute() = body.attribute();
    d.add(node, stacks ? 2 : 1);
}

}  // namespace

void add_control_recipes(recipe_map& all) {
    all["If"] = {draw_if, 0};
    all["Loop"] = {draw_loop, 0};
    all["Scan"] = {draw_scan, 0};
}

}  // namespace differential
