// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "reduce.hpp"

#include "model_files.hpp"

#include <helpers/signatures.hpp>
#include <reference/execute.hpp>
#include <reference/tensor_proto.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string>

namespace differential {
namespace {

using reference::tensor;

/// A model with the values of its inputs, and of everything that it computes.
struct computed_case {
    onnx::ModelProto model;
    std::vector<tensor> inputs;
    std::map<std::string, tensor> values;
};

computed_case read_case(const std::filesystem::path& folder) {
    computed_case result{
        reference::read_model(folder / "model.onnx"), read_case_inputs(folder), {}};
    const auto names = reference::free_inputs(result.model);
    for (std::size_t i = 0; i < names.size(); ++i) result.values[names[i]] = result.inputs[i];
    for (const auto& each : result.model.graph().initializer())
        result.values[each.name()] = reference::from_proto(each);
    reference::execute(
        result.model, result.inputs, {},
        [&](const std::string& name, const tensor& value) { result.values[name] = value; });
    return result;
}

bool is_required(const onnx::NodeProto& node, const std::string& attribute) {
    const std::string op = (node.domain().empty() ? "" : node.domain() + ".") + node.op_type();
    for (const auto& row : onnx2hpp::test::signatures())
        for (const auto& rule : row.attributes)
            if (row.op_type == op && rule.name == attribute && rule.required) return true;
    return false;
}

class smaller_cases {
public:
    smaller_cases(const computed_case& of, const std::filesystem::path& folder)
        : c_(of), folder_(folder) {}

    int write_all() {
        write_ranges();
        write_single_outputs();
        write_without_attributes();
        write_halved_extents();
        return count_;
    }

    void write_each_node() {
        for (const auto& node : graph().node())
            write_nodes({&node}, {node.output().begin(), node.output().end()});
    }
    bool has_all_nodes() const { return count_ == graph().node_size(); }

private:
    const onnx::GraphProto& graph() const { return c_.model.graph(); }

    /// What the reference does not compute is no smaller case.
    void write(onnx::ModelProto model, const std::vector<tensor>& inputs) {
        const auto folder = folder_ / std::to_string(count_);
        try {
            write_case(folder, model, inputs);
            ++count_;
        } catch (const std::exception&) {
            std::filesystem::remove_all(folder);
        }
    }

    /// Only these nodes and what they need; inputs take the values that they have in the whole.
    void write_nodes(const std::vector<const onnx::NodeProto*>& nodes,
                     const std::set<std::string>& outputs) {
        onnx::ModelProto model = c_.model;
        auto& graph = *model.mutable_graph();
        graph.Clear();
        graph.set_name("smaller");
        std::set<std::string> made;
        std::set<std::string> needed;
        for (const auto* node : nodes) {
            *graph.add_node() = *node;
            made.insert(node->output().begin(), node->output().end());
        }
        for (const auto* node : nodes) needed.insert(node->input().begin(), node->input().end());
        std::set<std::string> constants;
        for (const auto& each : this->graph().initializer()) {
            if (!needed.contains(each.name())) continue;
            *graph.add_initializer() = each;
            constants.insert(each.name());
        }
        std::vector<tensor> inputs;
        for (const std::string& name : needed) {
            if (name.empty() || made.contains(name) || constants.contains(name)) continue;
            inputs.push_back(as_stored(c_.values.at(name)));
            *graph.add_input() = declaration(name, inputs.back());
        }
        for (const std::string& name : outputs)
            if (made.contains(name)) *graph.add_output() = declaration(name, c_.values.at(name));
        if (graph.output_size() > 0) write(model, inputs);
    }

    /// Values that nodes of the range make, and nodes outside or the model's user read.
    std::set<std::string> results_of(int first, int last) const {
        std::set<std::string> result;
        for (const auto& output : graph().output()) result.insert(output.name());
        for (int i = 0; i < graph().node_size(); ++i)
            if (i < first || i >= last)
                result.insert(graph().node(i).input().begin(), graph().node(i).input().end());
        return result;
    }

    /// Ranges of a half, a third and so on down to single nodes.
    void write_ranges() {
        const int all = graph().node_size();
        std::set<int> lengths;
        for (int parts = 2; parts <= all; parts *= 2) lengths.insert((all + parts - 1) / parts);
        for (int length = 1; length <= std::min(8, all - 1); ++length) lengths.insert(length);
        if (all > 1) lengths.insert(all - 1);
        for (const int length : lengths)
            for (int first = 0; first + length <= all; first += std::max(1, length / 4)) {
                if (length == all) continue;
                std::vector<const onnx::NodeProto*> nodes;
                for (int i = first; i < first + length; ++i) nodes.push_back(&graph().node(i));
                write_nodes(nodes, results_of(first, first + length));
            }
    }

    void write_single_outputs() {
        if (graph().output_size() < 2) return;
        for (const auto& output : graph().output()) {
            std::vector<const onnx::NodeProto*> nodes;
            std::set<std::string> needed{output.name()};
            for (int i = graph().node_size(); i-- > 0;) {
                const auto& node = graph().node(i);
                if (std::none_of(node.output().begin(), node.output().end(),
                                 [&](const auto& name) { return needed.contains(name); }))
                    continue;
                nodes.insert(nodes.begin(), &node);
                needed.insert(node.input().begin(), node.input().end());
            }
            write_nodes(nodes, {output.name()});
        }
    }

    void write_without_attributes() {
        for (int i = 0; i < graph().node_size(); ++i)
            for (int k = 0; k < graph().node(i).attribute_size(); ++k) {
                if (is_required(graph().node(i), graph().node(i).attribute(k).name())) continue;
                onnx::ModelProto model = c_.model;
                model.mutable_graph()->mutable_node(i)->mutable_attribute()->DeleteSubrange(k, 1);
                redeclare_and_write(model, c_.inputs);
            }
    }

    /// Every axis that has some extent gets half of it, in inputs and constants alike.
    void write_halved_extents() {
        std::set<std::int64_t> extents;
        for (const tensor& each : c_.inputs) extents.insert(each.dims.begin(), each.dims.end());
        for (const std::int64_t extent : extents) {
            for (const std::int64_t to : {std::int64_t{1}, extent / 2}) {
                if (to < 1 || to >= extent) continue;
                onnx::ModelProto model = c_.model;
                for (auto& each : *model.mutable_graph()->mutable_initializer())
                    each = reference::to_proto(cut(reference::from_proto(each), extent, to),
                                               each.name());
                std::vector<tensor> inputs;
                for (const tensor& each : c_.inputs) inputs.push_back(cut(each, extent, to));
                redeclare_and_write(model, inputs);
            }
        }
    }

    static tensor cut(const tensor& value, std::int64_t extent, std::int64_t to) {
        reference::shape dims = value.dims;
        std::replace(dims.begin(), dims.end(), extent, to);
        std::vector<std::int64_t> positions;
        for (const auto& index : reference::indices_of(dims))
            positions.push_back(reference::position_of(index, value.dims));
        return reference::pick(value, dims, positions);
    }

    /// With the shapes that inputs and outputs have then.
    void redeclare_and_write(onnx::ModelProto model, const std::vector<tensor>& inputs) {
        try {
            const auto names = reference::free_inputs(model);
            auto& graph = *model.mutable_graph();
            for (auto& each : *graph.mutable_input())
                for (std::size_t i = 0; i < names.size(); ++i)
                    if (each.name() == names[i]) each = declaration(names[i], inputs[i]);
            const auto outputs = reference::execute(model, inputs);
            for (int i = 0; i < graph.output_size(); ++i)
                *graph.mutable_output(i) =
                    declaration(graph.output(i).name(), outputs[std::size_t(i)]);
            write(model, inputs);
        } catch (const std::exception&) {
            return;  // no valid model
        }
    }

    const computed_case& c_;
    std::filesystem::path folder_;
    int count_ = 0;
};

}  // namespace

int write_smaller_cases(const std::filesystem::path& of, const std::filesystem::path& folder) {
    const computed_case whole = read_case(of);
    return smaller_cases(whole, folder).write_all();
}

bool write_single_nodes(const std::filesystem::path& of, const std::filesystem::path& folder) {
    const computed_case whole = read_case(of);
    smaller_cases nodes(whole, folder);
    nodes.write_each_node();
    return nodes.has_all_nodes();
}

}  // namespace differential
