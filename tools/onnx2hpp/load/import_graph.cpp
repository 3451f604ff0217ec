// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/load/flatten.hpp>
#include <onnx2hpp/load/import_graph.hpp>
#include <onnx2hpp/load/import_node.hpp>
#include <onnx2hpp/load/inference_mode.hpp>
#include <onnx2hpp/load/number_constant.hpp>
#include <onnx2hpp/load/operators.hpp>
#include <onnx2hpp/load/parse_model.hpp>
#include <onnx2hpp/load/tensors.hpp>
#include <onnx2hpp/load/value_table.hpp>
#include <onnx2hpp/onnx/element_types.hpp>
#include <onnx2hpp/onnx/extents.hpp>
#include <onnx2hpp/onnx/operator_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace onnx2hpp {
namespace {

class importer {
public:
    importer(const onnx::ModelProto& proto, const std::string& folder, const options& wanted,
             const constant_files& constants, const operator_table& known)
        : proto(proto),
          folder(folder),
          wanted(wanted),
          constants(constants),
          table(result.model.values) {
        result.model.operators = &known;
    }

    imported_graph run() {
        result.model.name = proto.graph().name();
        result.model.opsets = opsets_of(proto.opset_import());
        flat = flattened(proto, result.model.opsets, wanted.branches);
        refuse_unknown_parts();
        import_initializers();
        import_inputs();
        result.model.nodes = import_nodes(flat.nodes);
        connect_nodes(result.model.nodes, flat.nodes);
        import_outputs();
        import_declarations();
        return std::move(result);
    }

private:
    value& at(value_id v) { return result.model.values[static_cast<std::size_t>(v)]; }

    void refuse_unknown_parts() const {
        if (proto.graph().sparse_initializer_size() > 0)
            fail_unsupported(
                fmt::format("initializer {} is sparse, which is not supported",
                            in_quotes(proto.graph().sparse_initializer(0).values().name())),
                "save it as a dense tensor");
    }

    void import_initializers() {
        for (const auto& tensor : proto.graph().initializer()) import_initializer(tensor);
        for (const auto& tensor : flat.initializers) import_initializer(tensor);
    }

    void import_initializer(const onnx::TensorProto& tensor) {
        const value_id id = table.define(tensor.name(), "an initializer");
        if (is_float16(tensor.data_type())) result.model.has_float16 = true;
        make_constant(at(id), tensor_from(tensor, folder));
        at(id).file_type = file_type_of(tensor.data_type());
    }

    static bool is_float16(std::int32_t data_type) {
        return data_type == onnx::TensorProto::FLOAT16;
    }

    /// What firmware passes at an edge whose numbers have another type here.
    static void note_type(const char* what, const onnx::ValueInfoProto& info) {
        using tigris::dtype;
        const std::int32_t number = info.type().tensor_type().elem_type();
        const auto type = element_type_of(number);
        if (type != dtype::f64 && !file_type_of(number)) return;
        const std::string here = *type == dtype::f16 ? "float32"
                                 : *type == dtype::f64
                                     ? "float32, which holds its numbers exactly"
                                     : name_of(value_type_of(*type)) + ", one number to a byte";
        note(fmt::format("{} {} of {} becomes {}", what, in_quotes(info.name()), name_of(*type),
                         here));
    }

    static void make_constant(value& v, std::shared_ptr<const tensor_data> data) {
        v.type = data->type;
        v.dims = data->dims;
        v.shape_known = true;
        v.constant = std::move(data);
    }

    void import_inputs() {
        for (const auto& info : proto.graph().input()) {
            const value_id known = table.find(info.name());
            const bool has_initializer = known != absent && at(known).constant;
            if (!has_initializer) import_free_input(info);
        }
        if (!dynamic_inputs.empty()) fail_dynamic_inputs(dynamic_inputs);
        for (const auto& asked : wanted.input_shapes)
            require_input("--input-shape", asked.first, result.model.inputs);
        for (const auto& asked : constants)
            require_input("--constant", asked.first, constant_inputs);
        for (const auto& asked : wanted.constant_numbers)
            require_input("--constant", asked.first, constant_inputs);
    }

    void require_input(const char* option, const std::string& name,
                       const std::vector<value_id>& inputs) {
        if (std::none_of(inputs.begin(), inputs.end(),
                         [&](value_id v) { return at(v).name == name; }))
            fail_bad_input(fmt::format("{}: the model has no input {}; it has {}", option,
                                       in_quotes(name), names_of_free_inputs()));
    }

    std::string names_of_free_inputs() {
        std::string names;
        for (const auto* some : {&result.model.inputs, &constant_inputs})
            for (const value_id v : *some)
                names += (names.empty() ? "" : ", ") + in_quotes(at(v).name);
        return names.empty() ? "none" : names;
    }

    void import_free_input(const onnx::ValueInfoProto& info) {
        const std::string& name = info.name();
        if (const auto file = constants.find(name); file != constants.end())
            return import_constant_input(info, constant_input, file->second);
        if (const auto found = wanted.constant_numbers.find(name);
            found != wanted.constant_numbers.end())
            return import_constant_input(info, number_constant, found->second);
        import_input(info);
    }

    /// `read` makes the tensor of what the command line says.
    template <class Read, class Given>
    void import_constant_input(const onnx::ValueInfoProto& info, Read read, const Given& given) {
        const value_id id = table.define(info.name(), "a graph input");
        make_constant(at(id), read(declaration_from(info, id), info.name(), given));
        at(id).file_type = file_type_of(info.type().tensor_type().elem_type());
        constant_inputs.push_back(id);
    }

    static void check_input_type(const std::string& name, const declaration& declared) {
        if (declared.is_text)
            fail_unsupported(fmt::format("input {} is of strings", in_quotes(name)),
                             "give the model the numbers that they stand for");
        if (!declared.type)
            fail_bad_input(fmt::format("input {} has no element type", in_quotes(name)));
        if (*declared.type == tigris::dtype::f64)
            fail_unsupported(fmt::format("input {} is of type double", in_quotes(name)),
                             "export the model with inputs of float");
    }

    void import_input(const onnx::ValueInfoProto& info) {
        const value_id id = table.define(info.name(), "a graph input");
        const declaration declared = declaration_from(info, id);
        check_input_type(info.name(), declared);
        note_type("input", info);
        const auto asked = wanted.input_shapes.find(info.name());
        value& v = at(id);
        v.type = *declared.type;
        v.file_type = file_type_of(info.type().tensor_type().elem_type());
        const auto dims = input_extents(
            v.name, declared, asked == wanted.input_shapes.end() ? nullptr : &asked->second);
        if (!dims) dynamic_inputs.push_back(&info);
        v.dims = dims.value_or(extents());
        v.shape_known = true;
        if (std::find(v.dims.begin(), v.dims.end(), 0) == v.dims.end())
            result.model.inputs.push_back(id);
        else
            leave_out(v);
    }

    /// What an input without elements holds is known.
    static void leave_out(value& v) {
        note(fmt::format("input {} of shape {} has no elements and is left out", in_quotes(v.name),
                         to_text(v.dims)));
        make_constant(v, std::make_shared<const tensor_data>(tensor_data{v.type, v.dims, {}}));
    }

    std::vector<node> import_nodes(const std::vector<flat_node>& flat_nodes) {
        std::vector<node> nodes;
        for (const flat_node& flat_one : flat_nodes) {
            node n =
                import_node(*flat_one.proto, *flat_one.opsets, folder, *result.model.operators);
            for (const std::string& name : flat_one.proto->output())
                n.outputs.push_back(name.empty() ? absent : table.define(name, label_of(n)));
            require_first_output(n);
            for (const auto& a : flat_one.proto->attribute())
                if (a.has_t()) note_tensor_type(n, a.t().data_type());
            if (flat_one.body) import_body(n, *flat_one.body);
            nodes.push_back(std::move(n));
        }
        return nodes;
    }

    /// A tensor among attributes is the result, or its only element: Constant, ConstantOfShape.
    void note_tensor_type(const node& n, std::int32_t data_type) {
        if (is_float16(data_type)) result.model.has_float16 = true;
        if (n.outputs[0] != absent) at(n.outputs[0]).file_type = file_type_of(data_type);
    }

    void import_body(node& n, const flat_body& body) {
        n.body = std::make_shared<subgraph>();
        for (const auto& info : body.inputs) {
            const value_id v = table.define(info.name(), "an input of the body of " + label_of(n));
            at(v).dims.assign(declaration_from(info, v).dims.value_or(extents{}).size(), 1);
            n.body->inputs.push_back(v);
        }
        n.body->nodes = import_nodes(body.nodes);
    }

    void require_first_output(const node& n) const {
        if (std::count(n.outputs.begin(), n.outputs.end(), absent) == std::ssize(n.outputs))
            fail_bad_input(n, "it has no output");
        if (n.outputs[0] == absent && !expands_without_first_output(result.model, n))
            fail_unsupported(n, "its output 0 is left out, which is not supported",
                             "give it a name, also where nothing reads it");
    }

    void connect_nodes(std::vector<node>& nodes, const std::vector<flat_node>& flat_nodes) {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            node& n = nodes[i];
            for (const std::string& name : flat_nodes[i].proto->input())
                n.inputs.push_back(name.empty() ? absent : input_of(n, name));
            for (const named_branch& b : flat_nodes[i].branches)
                n.branches.push_back({input_of(n, b.condition), b.taken, b.of});
            if (n.body) connect_body(n, *flat_nodes[i].body);
            apply_operator_rule(*result.model.operators, n, n.since);
            n.origin = flat_nodes[i].origin ? flat_nodes[i].origin : origin_of(n);
        }
    }

    static std::shared_ptr<const node_origin> origin_of(const node& n) {
        return std::make_shared<const node_origin>(
            node_origin{n.name, n.op_type, n.domain, n.since});
    }

    void connect_body(node& n, const flat_body& body) {
        connect_nodes(n.body->nodes, body.nodes);
        for (const std::string& name : body.outputs) n.body->outputs.push_back(input_of(n, name));
    }

    value_id input_of(const node& n, const std::string& name) const {
        const value_id v = table.find(name);
        if (v == absent)
            fail_bad_input(n, fmt::format("its input {} is made by no node and is no input or "
                                          "initializer of the graph",
                                          in_quotes(name)));
        return v;
    }

    void import_outputs() {
        for (const auto& info : proto.graph().output()) {
            const value_id v = table.find(info.name());
            if (v == absent)
                fail_bad_input(fmt::format("output {} is never produced", in_quotes(info.name())));
            if (!is_map(v)) declaration_from(info, v);  // refuses what no output can be
            note_type("output", info);
            result.model.outputs.push_back(v);
        }
    }

    void import_declarations() {
        add_declarations(proto.graph().input(), true);
        add_declarations(proto.graph().value_info(), false);
        add_declarations(proto.graph().output(), true);
    }

    void add_declarations(const google::protobuf::RepeatedPtrField<onnx::ValueInfoProto>& infos,
                          bool are_model_edges) {
        for (const auto& info : infos)
            if (const value_id v = table.find(info.name()); v != absent && !is_map(v))
                result.declarations.push_back({v, &info, are_model_edges});
    }

    bool is_map(value_id v) const {
        const onnx_model& m = result.model;
        return std::any_of(m.nodes.begin(), m.nodes.end(), [&](const node& n) {
            return traits_of(m, n).makes_map && n.outputs[0] == v;
        });
    }

    const onnx::ModelProto& proto;
    const std::string& folder;
    const options& wanted;
    const constant_files& constants;
    imported_graph result;
    std::vector<value_id> constant_inputs;
    std::vector<const onnx::ValueInfoProto*> dynamic_inputs;
    value_table table;
    flat_graph flat;
};

}  // namespace

imported_graph import_graph(const onnx::ModelProto& proto, const std::string& folder,
                            const options& wanted, const constant_files& constants,
                            const operator_table& known) {
    return importer(proto, folder, wanted, constants, known).run();
}

}  // namespace onnx2hpp
