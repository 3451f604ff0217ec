// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "edited_case.hpp"

#include "draft.hpp"
#include "model_files.hpp"

#include <helpers/replaced_extent.hpp>
#include <reference/execute.hpp>

#include <algorithm>
#include <fstream>

namespace differential {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t most_bytes_of_model = 20'000;
constexpr std::int64_t most_input_elements = 20'000;
constexpr int first_opset = 6, last_opset = 24;

onnx::ModelProto read_model(const fs::path& file) {
    onnx::ModelProto model;
    std::ifstream stream(file, std::ios::binary);
    if (!model.ParseFromIstream(&stream)) throw bad_draw("no model");
    return model;
}

std::int64_t other_integer(std::int64_t old, random_source& random) {
    return random.pick(
        {old + 1, old - 1, std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, std::int64_t{-1}});
}

void change(onnx::AttributeProto& attribute, random_source& random) {
    if (attribute.ints_size() > 0) {
        const int place = int(random.integer(0, attribute.ints_size() - 1));
        attribute.set_ints(place, other_integer(attribute.ints(place), random));
    } else if (attribute.has_i()) {
        attribute.set_i(other_integer(attribute.i(), random));
    } else if (attribute.has_f()) {
        attribute.set_f(random.pick({0.0F, 0.5F, -1.0F, 2.0F}));
    } else {
        throw bad_draw("an attribute without numbers");
    }
}

onnx::NodeProto& some_node(onnx::ModelProto& model, random_source& random) {
    onnx::GraphProto& graph = *model.mutable_graph();
    if (graph.node_size() == 0) throw bad_draw("no nodes");
    return *graph.mutable_node(int(random.integer(0, graph.node_size() - 1)));
}

void edit_attribute(onnx::ModelProto& model, random_source& random) {
    onnx::NodeProto& node = some_node(model, random);
    if (node.attribute_size() == 0) throw bad_draw("no attributes");
    const int place = int(random.integer(0, node.attribute_size() - 1));
    if (random.chance(0.2))
        node.mutable_attribute()->DeleteSubrange(place, 1);
    else
        change(*node.mutable_attribute(place), random);
}

/// None, or another one of the same node.
void edit_operand(onnx::ModelProto& model, random_source& random) {
    onnx::NodeProto& node = some_node(model, random);
    if (node.input_size() < 2) throw bad_draw("no operands to change");
    const auto any = [&] { return int(random.integer(0, node.input_size() - 1)); };
    const std::string other = random.chance(0.5) ? "" : node.input(any());
    node.set_input(any(), other);
}

void edit_extent(onnx::ModelProto& model, random_source& random) {
    const auto extents = onnx2hpp::test::extents_of(*model.mutable_graph());
    if (extents.empty()) throw bad_draw("no extents");
    const std::int64_t from = random.pick(extents);
    onnx2hpp::test::replace_extent(
        *model.mutable_graph(), from,
        random.pick({std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, from + 1, from + 3}));
}

void edit_version(onnx::ModelProto& model, random_source& random) {
    for (auto& import : *model.mutable_opset_import())
        if (import.domain().empty()) import.set_version(random.integer(first_opset, last_opset));
}

void edit(onnx::ModelProto& model, random_source& random) {
    using edits = void (*)(onnx::ModelProto&, random_source&);
    random.pick({edits{edit_attribute}, edits{edit_operand}, edits{edit_extent},
                 edits{edit_version}})(model, random);
    onnx2hpp::test::forget_inferred_shapes(*model.mutable_graph());
}

shape dims_of(const onnx::ValueInfoProto& declared) {
    if (!declared.type().has_tensor_type()) throw bad_draw("an input that is no tensor");
    shape dims;
    for (const auto& dim : declared.type().tensor_type().shape().dim()) {
        if (!dim.has_dim_value() || dim.dim_value() < 0) throw bad_draw("an extent without number");
        dims.push_back(dim.dim_value());
    }
    if (reference::volume(dims) > most_input_elements) throw bad_draw("an input is large");
    return dims;
}

/// The numbers of the case as often as they are needed, which some operators need to be indices.
tensor input_for(const onnx::ValueInfoProto& declared, const tensor& of_case) {
    const auto type = reference::type_of(declared.type().tensor_type().elem_type());
    const shape dims = dims_of(declared);
    if (of_case.type != type || of_case.size() == 0) throw bad_draw("an input of another type");
    std::vector<std::int64_t> places(std::size_t(reference::volume(dims)));
    for (std::size_t i = 0; i < places.size(); ++i) places[i] = std::int64_t(i) % of_case.size();
    return reference::pick(of_case, dims, places);
}

std::vector<tensor> inputs_for(const onnx::ModelProto& model, const fs::path& from) {
    std::vector<tensor> of_case = read_case_inputs(from), result;
    for (const std::string& name : reference::free_inputs(model))
        for (const auto& input : model.graph().input())
            if (input.name() == name) {
                if (result.size() == of_case.size()) throw bad_draw("an input without numbers");
                result.push_back(input_for(input, of_case[result.size()]));
            }
    return result;
}

void declare_outputs(onnx::ModelProto& model, const std::vector<tensor>& inputs) {
    const std::vector<tensor> outputs = reference::execute(model, inputs);
    for (int i = 0; i < model.graph().output_size(); ++i) {
        auto& output = *model.mutable_graph()->mutable_output(i);
        output = declaration(output.name(), outputs.at(std::size_t(i)));
    }
}

}  // namespace

std::vector<fs::path> small_cases(const fs::path& folder) {
    std::vector<fs::path> result;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const fs::path model = entry.path() / "model.onnx";
        if (fs::exists(model) && fs::file_size(model) <= most_bytes_of_model)
            result.push_back(entry.path());
    }
    std::sort(result.begin(), result.end());
    return result;
}

void write_edited_case(const fs::path& folder, const fs::path& from, random_source& random) {
    onnx::ModelProto model = read_model(from / "model.onnx");
    edit(model, random);
    const std::vector<tensor> inputs = inputs_for(model, from);
    declare_outputs(model, inputs);
    write_case(folder, model, inputs);
}

}  // namespace differential
