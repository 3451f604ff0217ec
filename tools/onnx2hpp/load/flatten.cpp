// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/flatten.hpp>
#include <onnx2hpp/load/functions.hpp>
#include <onnx2hpp/load/parse_model.hpp>
#include <onnx2hpp/onnx/opsets.hpp>
#include <onnx2hpp/printable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace onnx2hpp {
namespace {

/// The most nodes, more than any model has; functions of functions could ask for far more.
constexpr std::size_t most_nodes = std::size_t{1} << 18;

/// Deeper than any model nests functions and branches; each level takes some of the tool's stack.
constexpr int deepest = 100;

using node_list = google::protobuf::RepeatedPtrField<onnx::NodeProto>;

/// What names and attributes mean in one body: that of the graph, of a call, or of a branch.
struct scope {
    const scope* outer = nullptr;
    bool sees_outer = true;
    std::string prefix;
    std::map<std::string, std::string> names;
    attribute_arguments arguments;
    std::shared_ptr<const opset_map> opsets;
    std::vector<named_branch> branches;
    const onnx::FunctionProto* function = nullptr;
    int depth = 0;
    mutable int calls = 0;

    bool is_graph() const { return outer == nullptr; }
    std::string name_of(const std::string& name) const {
        if (name.empty()) return name;
        if (const auto known = names.find(name); known != names.end()) return known->second;
        if (is_graph()) return name;
        return sees_outer ? outer->name_of(name) : prefix + name;
    }
};

std::string label_of(const onnx::NodeProto& n) {
    const std::string& name = n.name().empty() && n.output_size() ? n.output(0) : n.name();
    return fmt::format("node {} ({})", in_quotes(name), printable_name(n.op_type()));
}

bool is_if(const onnx::NodeProto& n) { return n.op_type() == "If" && is_onnx(n.domain()); }

bool has_body(const onnx::NodeProto& n) {
    return (n.op_type() == "Loop" || n.op_type() == "Scan") && is_onnx(n.domain());
}

/// The graph that an attribute holds.
const onnx::GraphProto& graph_of(const onnx::NodeProto& n, const std::string& name) {
    const auto found = std::find_if(n.attribute().begin(), n.attribute().end(),
                                    [&](const auto& a) { return a.name() == name && a.has_g(); });
    if (found == n.attribute().end()) fail_bad_input(label_of(n) + ": it has no " + name);
    if (found->g().sparse_initializer_size() > 0)
        fail_unsupported(label_of(n) + ": its " + name + " has sparse initializers",
                         "save them as dense tensors");
    return found->g();
}

class flattener {
public:
    flattener(const onnx::ModelProto& proto, const opset_map& opsets,
              const std::map<std::string, bool>& branches)
        : functions(proto), wanted_branches(branches) {
        scope graph;
        graph.opsets = std::make_shared<const opset_map>(opsets);
        add_nodes(proto.graph().node(), graph);
        for (const auto& asked : branches)
            if (!chosen.contains(asked.first))
                fail_bad_input(
                    fmt::format("--if {}: the model has no If of this name", asked.first));
    }

    flat_graph result;

private:
    void add_nodes(const node_list& nodes, scope& s) {
        if (!s.is_graph())
            for (const onnx::NodeProto& n : nodes)
                for (const std::string& name : n.output())
                    if (!name.empty()) s.names.emplace(name, s.prefix + name);
        for (const onnx::NodeProto& n : nodes) add(n, s);
    }

    void add(const onnx::NodeProto& n, const scope& s) {
        if (++added > most_nodes)
            fail_unsupported("the model has more nodes than are sensible", "split the model");
        if (const onnx::FunctionProto* function = functions.find(n)) return call(n, *function, s);
        if (is_if(n)) return choose(n, s);
        if (has_body(n)) return repeat(n, s);
        place->push_back({s.is_graph() ? &n : &renamed(n, s), s.opsets, s.branches});
    }

    /// A copy with the names and attributes that it has in this scope.
    onnx::NodeProto& renamed(const onnx::NodeProto& n, const scope& s) {
        onnx::NodeProto& copy = result.made.emplace_back(n);
        if (!n.name().empty()) copy.set_name(s.prefix + n.name());
        for (std::string& name : *copy.mutable_input()) name = s.name_of(name);
        for (std::string& name : *copy.mutable_output()) name = s.name_of(name);
        resolve_attributes(copy, s.arguments);
        return copy;
    }

    /// Unlike any other in the file, and still to be read in messages.
    std::string new_prefix(const onnx::NodeProto& n, const scope& s) {
        const std::string& name = n.name().empty() ? n.op_type() : n.name();
        return fmt::format("{}{}#{}/", s.prefix, name, ++s.calls);
    }

    /// What stands in `outer` by way of node n.
    scope inner_scope(const onnx::NodeProto& n, const scope& outer) {
        if (outer.depth == deepest)
            fail_bad_input(
                fmt::format("{}: functions, loops and branches are nested more than {} deep",
                            label_of(n), deepest));
        scope inner;
        inner.outer = &outer;
        inner.depth = outer.depth + 1;
        inner.prefix = new_prefix(n, outer);
        inner.branches = outer.branches;
        return inner;
    }

    void call(const onnx::NodeProto& n, const onnx::FunctionProto& function, const scope& s) {
        for (const scope* at = &s; at; at = at->outer)
            if (at->function == &function)
                fail_bad_input(label_of(n) + ": the function calls itself");
        if (n.input_size() > function.input_size() || n.output_size() > function.output_size())
            fail_bad_input(label_of(n) + ": it has more inputs or outputs than the function");
        scope body = inner_scope(n, s);
        body.sees_outer = false;
        body.function = &function;
        body.opsets = std::make_shared<const opset_map>(opsets_of(function.opset_import()));
        body.arguments = arguments_of(renamed(n, s), function);
        bind(n, function, s, body);
        add_nodes(function.node(), body);
    }

    /// Inputs and outputs of a function are those of the call. An output that is an input, or there
    /// twice, is a copy.
    void bind(const onnx::NodeProto& n, const onnx::FunctionProto& function, const scope& s,
              scope& body) {
        for (int i = 0; i < function.input_size(); ++i)
            body.names[function.input(i)] = i < n.input_size() ? s.name_of(n.input(i)) : "";
        for (int i = 0; i < n.output_size(); ++i) {
            if (n.output(i).empty()) continue;
            const std::string name = s.name_of(n.output(i));
            const auto [place, is_new] = body.names.emplace(function.output(i), name);
            if (!is_new) add_copy(place->second, name, body, origin_of(n, s));
        }
    }

    static std::shared_ptr<const node_origin> origin_of(const onnx::NodeProto& n, const scope& s) {
        const std::string domain = is_onnx(n.domain()) ? "" : n.domain();
        const auto opset = s.opsets->find(domain);
        const int since = opset == s.opsets->end() ? 0 : opset->second;
        return std::make_shared<const node_origin>(
            node_origin{name_of(n, s), n.op_type(), domain, since});
    }

    void add_copy(const std::string& from, const std::string& to, const scope& s,
                  std::shared_ptr<const node_origin> origin) {
        onnx::NodeProto& copy = result.made.emplace_back();
        copy.set_op_type("Identity");
        copy.set_name(to);
        copy.add_input(from);
        copy.add_output(to);
        place->push_back({&copy, opsets_of_copies, s.branches, {}, std::move(origin)});
    }

    /// A node's name as messages show it (load/import_node.cpp).
    static std::string name_of(const onnx::NodeProto& n, const scope& s) {
        if (!n.name().empty()) return s.prefix + n.name();
        return n.output_size() > 0 ? s.name_of(n.output(0)) : "";
    }

    /// The branch that the command line takes stands in the place of its If.
    void take(const onnx::NodeProto& n, bool is_then, const scope& s) {
        if (!chosen.insert(name_of(n, s)).second)
            fail_bad_input(
                fmt::format("--if {}: the model has two nodes If of this name", name_of(n, s)));
        const onnx::GraphProto& graph = branch_of(n, is_then ? "then_branch" : "else_branch");
        if (!is_then) ++s.calls;  // numbers are those that messages show without --if
        scope body = graph_scope(n, graph, s);
        if (is_then) ++s.calls;
        add_nodes(graph.node(), body);
        for (int i = 0; i < graph.output_size(); ++i)
            if (!n.output(i).empty())
                add_copy(body.name_of(graph.output(i).name()), s.name_of(n.output(i)), body,
                         origin_of(n, s));
    }

    void choose(const onnx::NodeProto& n, const scope& s) {
        if (n.input_size() != 1 || n.input(0).empty())
            fail_bad_input(label_of(n) + ": it must have one input, its condition");
        const auto asked = wanted_branches.find(name_of(n, s));
        if (asked != wanted_branches.end()) return take(n, asked->second, s);
        onnx::NodeProto chosen = n;
        chosen.clear_attribute();
        chosen.clear_input();
        if (!n.name().empty()) chosen.set_name(s.prefix + n.name());
        for (std::string& name : *chosen.mutable_output()) name = s.name_of(name);
        chosen.add_input(s.name_of(n.input(0)));
        add_branch(n, "then_branch", true, s, chosen);
        add_branch(n, "else_branch", false, s, chosen);
        place->push_back({&result.made.emplace_back(chosen), s.opsets, s.branches});
    }

    void add_branch(const onnx::NodeProto& n, const std::string& name, bool taken, const scope& s,
                    onnx::NodeProto& chosen) {
        const onnx::GraphProto& graph = branch_of(n, name);
        scope body = graph_scope(n, graph, s);
        body.branches.push_back({chosen.input(0), taken, name_of(n, s)});
        add_nodes(graph.node(), body);
        for (const auto& output : graph.output()) chosen.add_input(body.name_of(output.name()));
    }

    static const onnx::GraphProto& branch_of(const onnx::NodeProto& n, const std::string& name) {
        const onnx::GraphProto& graph = graph_of(n, name);
        if (graph.input_size() != 0 || graph.output_size() != n.output_size())
            fail_bad_input(label_of(n) + ": inputs or outputs of its " + name + " do not fit");
        for (const auto& output : graph.output())
            if (output.name().empty())
                fail_bad_input(label_of(n) + ": an output of its " + name + " has no name");
        return graph;
    }

    /// A node with the names of the graph around it, whose body's nodes stay apart.
    void repeat(const onnx::NodeProto& n, const scope& s) {
        const onnx::GraphProto& graph = graph_of(n, "body");
        scope inner = graph_scope(n, graph, s);
        inner.branches.clear();
        flat_body body;
        for (const auto& input : graph.input()) {
            const std::string& known = inner.names[input.name()] = inner.prefix + input.name();
            body.inputs.emplace_back(input).set_name(known);
        }
        std::vector<flat_node>* const outside = std::exchange(place, &body.nodes);
        add_nodes(graph.node(), inner);
        place = outside;
        for (const auto& output : graph.output()) {
            if (output.name().empty())
                fail_bad_input(label_of(n) + ": an output of its body has no name");
            body.outputs.push_back(inner.name_of(output.name()));
        }
        onnx::NodeProto& copy = renamed(n, s);
        auto& held = *copy.mutable_attribute();
        held.erase(std::remove_if(held.begin(), held.end(),
                                  [](const auto& a) { return a.name() == "body"; }),
                   held.end());
        place->push_back(
            {&copy, s.opsets, s.branches, std::make_shared<const flat_body>(std::move(body))});
    }

    /// The scope of a graph within the node, with its initializers.
    scope graph_scope(const onnx::NodeProto& n, const onnx::GraphProto& graph, const scope& s) {
        scope inner = inner_scope(n, s);
        inner.arguments = s.arguments;
        inner.opsets = s.opsets;
        for (const onnx::TensorProto& tensor : graph.initializer()) {
            const std::string& known = inner.names[tensor.name()] = inner.prefix + tensor.name();
            result.initializers.emplace_back(tensor).set_name(known);
        }
        return inner;
    }

    local_functions functions;
    const std::shared_ptr<const opset_map> opsets_of_copies =
        std::make_shared<const opset_map>(opset_map{{"", newest_opset}});
    const std::map<std::string, bool>& wanted_branches;
    std::set<std::string> chosen;
    std::size_t added = 0;
    std::vector<flat_node>* place = &result.nodes;
};

}  // namespace

flat_graph flattened(const onnx::ModelProto& proto, const opset_map& opsets,
                     const std::map<std::string, bool>& taken) {
    return std::move(flattener(proto, opsets, taken).result);
}

}  // namespace onnx2hpp
