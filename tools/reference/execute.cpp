// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <reference/call.hpp>
#include <reference/execute.hpp>
#include <reference/tensor_proto.hpp>

#include <algorithm>
#include <fstream>
#include <set>
#include <utility>

namespace reference {
namespace {

using opsets = std::map<std::string, std::int64_t>;

std::string plain_domain(const std::string& domain) { return domain == "ai.onnx" ? "" : domain; }

opsets opsets_of(const google::protobuf::RepeatedPtrField<onnx::OperatorSetIdProto>& imports) {
    opsets result;
    for (const auto& import : imports) result[plain_domain(import.domain())] = import.version();
    return result;
}

/// Values by name, with those of the graph around.
struct scope {
    std::map<std::string, tensor> values;
    const scope* outer = nullptr;

    const tensor* find(const std::string& name) const {
        const auto found = values.find(name);
        if (found != values.end()) return &found->second;
        return outer ? outer->find(name) : nullptr;
    }
    const tensor& at(const std::string& name) const {
        const tensor* found = find(name);
        if (!found) throw std::runtime_error("nothing computes " + name);
        return *found;
    }
};

class executor {
public:
    executor(const onnx::ModelProto& model, std::filesystem::path folder, const observer& tell,
             rounding results)
        : model_(model), folder_(std::move(folder)), tell_(tell), rounding_(std::move(results)) {}

    tensors run(scope& values) {
        const opsets versions = opsets_of(model_.opset_import());
        run_graph(model_.graph(), versions, values, tell_);
        return outputs(model_.graph(), values);
    }

private:
    static tensors outputs(const onnx::GraphProto& graph, const scope& values) {
        tensors result;
        for (const auto& output : graph.output()) result.push_back(values.at(output.name()));
        return result;
    }

    void run_graph(const onnx::GraphProto& graph, const opsets& versions, scope& values,
                   const observer& tell) {
        for (const auto& initializer : graph.initializer())
            values.values.emplace(initializer.name(), from_proto(initializer, folder_));
        std::vector<const onnx::NodeProto*> waiting;
        for (const auto& node : graph.node()) waiting.push_back(&node);
        while (!waiting.empty()) {
            const std::size_t before = waiting.size();
            std::erase_if(waiting, [&](const onnx::NodeProto* node) {
                return is_ready(*node, values) && run_node(*node, versions, values, tell);
            });
            if (waiting.size() == before)
                throw std::runtime_error("nothing computes the inputs of " + waiting[0]->op_type() +
                                         " " + waiting[0]->name());
        }
    }

    /// Models must list nodes in order, but not all do.
    static bool is_ready(const onnx::NodeProto& node, const scope& values) {
        return std::all_of(node.input().begin(), node.input().end(), [&](const std::string& name) {
            return name.empty() || values.find(name);
        });
    }

    bool run_node(const onnx::NodeProto& node, const opsets& versions, scope& values,
                  const observer& tell) {
        std::vector<const tensor*> inputs;
        for (const std::string& name : node.input())
            inputs.push_back(name.empty() ? nullptr : &values.at(name));
        tensors results = results_of(node, inputs, versions, values);
        for (int i = 0; i < node.output_size(); ++i) {
            if (node.output(i).empty()) continue;
            tensor& result = results.at(std::size_t(i));
            rounding_.round(result);
            if (tell) tell(node.output(i), result);
            values.values.insert_or_assign(node.output(i), result);
        }
        return true;
    }

    tensors results_of(const onnx::NodeProto& node, const std::vector<const tensor*>& inputs,
                       const opsets& versions, const scope& values) {
        for (const auto& function : model_.functions())
            if (function.name() == node.op_type() &&
                plain_domain(function.domain()) == plain_domain(node.domain()))
                return results_of_function(function, node, inputs);
        const std::string domain = plain_domain(node.domain());
        const std::string name = (domain.empty() ? "" : domain + ".") + node.op_type();
        const auto found = operators().find(name);
        if (found == operators().end()) throw unsupported("operator " + name);
        const auto version = versions.find(domain);
        call c{node, version == versions.end() ? 1 : version->second, inputs, {}};
        c.run_graph = [&](const onnx::GraphProto& graph, const tensors& given) {
            scope inner{{}, &values};
            for (std::size_t i = 0; i < given.size(); ++i)
                inner.values[graph.input(int(i)).name()] = given[i];
            run_graph(graph, versions, inner, {});
            return outputs(graph, inner);
        };
        return found->second(c);
    }

    /// Attributes of the body that refer to the caller's take its values.
    static onnx::NodeProto with_attributes(onnx::NodeProto inner, const onnx::NodeProto& caller) {
        google::protobuf::RepeatedPtrField<onnx::AttributeProto> given;
        given.Swap(inner.mutable_attribute());
        for (auto& each : given) {
            if (each.ref_attr_name().empty()) *inner.add_attribute() = each;
            for (const auto& source : caller.attribute()) {
                if (each.ref_attr_name().empty() || source.name() != each.ref_attr_name()) continue;
                auto* copy = inner.add_attribute();
                *copy = source;
                copy->set_name(each.name());
            }
        }
        return inner;
    }

    tensors results_of_function(const onnx::FunctionProto& function, const onnx::NodeProto& caller,
                                const std::vector<const tensor*>& inputs) {
        scope values;
        for (std::size_t i = 0; i < inputs.size(); ++i)
            if (inputs[i]) values.values.emplace(function.input(int(i)), *inputs[i]);
        const opsets versions = opsets_of(function.opset_import());
        for (const auto& node : function.node())
            run_node(with_attributes(node, caller), versions, values, {});
        tensors results;
        for (const std::string& name : function.output()) results.push_back(values.at(name));
        return results;
    }

    const onnx::ModelProto& model_;
    std::filesystem::path folder_;
    const observer& tell_;
    rounding rounding_;
};

}  // namespace

onnx::ModelProto read_model(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    onnx::ModelProto model;
    if (!stream || !model.ParseFromIstream(&stream))
        throw std::runtime_error(file.string() + ": is no ONNX model");
    return model;
}

std::vector<std::string> free_inputs(const onnx::ModelProto& model) {
    std::set<std::string> filled;
    for (const auto& each : model.graph().initializer()) filled.insert(each.name());
    std::vector<std::string> result;
    for (const auto& each : model.graph().input())
        if (!filled.contains(each.name())) result.push_back(each.name());
    return result;
}

std::vector<tensor> execute(const onnx::ModelProto& model, const std::vector<tensor>& inputs,
                            const std::filesystem::path& folder, const observer& tell,
                            rounding results) {
    const std::vector<std::string> names = free_inputs(model);
    if (names.size() != inputs.size())
        throw std::runtime_error("the model has " + std::to_string(names.size()) +
                                 " inputs, there are values for " + std::to_string(inputs.size()));
    scope values;
    for (std::size_t i = 0; i < names.size(); ++i) values.values.emplace(names[i], inputs[i]);
    return executor(model, folder, tell, std::move(results)).run(values);
}

}  // namespace reference
