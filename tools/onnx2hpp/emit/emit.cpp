// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/emit/emit.hpp>

#include <onnx2hpp/diagnostic.hpp>
#include <onnx2hpp/emit/attributes.hpp>
#include <onnx2hpp/emit/constants.hpp>
#include <onnx2hpp/emit/literal.hpp>
#include <onnx2hpp/emit/weight_facts.hpp>
#include <onnx2hpp/version.hpp>

#include <fmt/format.h>

#include <filesystem>

namespace onnx2hpp {
namespace {

using namespace tigris;

const char* spell(dtype type) {
    constexpr const char* names[]{"f32", "f16", "bf16", "i4",  "u4",  "i8",  "u8",
                                  "i16", "u16", "i32",  "u32", "i64", "u64", "boolean"};
    return names[std::size_t(type)];
}

const char* spell(tensor_kind kind) {
    constexpr const char* names[]{"activation", "input", "output", "constant"};
    return names[std::size_t(kind)];
}

/// Items one a line, each followed by a comma.
template <class Items, class Spell>
std::string lines(const Items& items, const char* indent, Spell spell_item) {
    std::string out;
    for (std::size_t i = 0; i < items.size(); ++i) out += indent + spell_item(i) + ",\n";
    return out;
}

template <class Numbers>
std::string numbers(const Numbers& from) {
    std::string out;
    for (const auto number : from) out += (out.empty() ? "" : ", ") + std::to_string(number);
    return out;
}

std::string spell_axes(const tensor& t) {
    bool moved = false;
    for (int axis = 0; axis < t.dims.rank; ++axis) moved |= t.onnx_axis[axis] != axis;
    if (!moved) return {};
    return fmt::format(", .onnx_axis = {{{}}}",
                       numbers(std::span(t.onnx_axis, std::size_t(t.dims.rank))));
}

std::string spell_quantization(const quantization& q) {
    if (q.scale == 0) return {};
    return fmt::format(", .quant = {{{}, {}}}", onnx2hpp::spell(q.scale), q.zero_point);
}

std::string spell_tensor(const tensor& t, const std::string& name) {
    return fmt::format(
        "{{.kind = tigris::tensor_kind::{}, .type = tigris::dtype::{}, .index = {}, "
        ".dims = {{{}, {{{}}}}}{}{}}} /* {} */",
        spell(t.kind), spell(t.type), t.index, t.dims.rank,
        numbers(std::span(t.dims.extent, std::size_t(t.dims.rank))), spell_quantization(t.quant),
        spell_axes(t), spell_comment(name));
}

/// The attribute tables of the operators that occur, and each node's row in its own.
struct tables {
    std::string types;
    std::string values;
    std::vector<int> rows;
};

template <class Op>
void add_table(const lowered_model& model, tables& out) {
    std::string rows;
    int count = 0;
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const Op* op = std::get_if<Op>(&model.nodes[i].op);
        if (!op) continue;
        out.rows[i] = count++;
        rows += "            " + spell_struct(*op) + ",\n";
    }
    if (count == 0) return;
    out.types += fmt::format("{}tigris::table<tigris::ops::{}, {}>", out.types.empty() ? "" : ", ",
                             Op::name, count);
    out.values += "        {{\n" + rows + "        }},\n";
}

template <class... Op>
tables make_tables(const lowered_model& model, type_list<Op...>) {
    tables out{.types = {}, .values = {}, .rows = std::vector<int>(model.nodes.size())};
    (add_table<Op>(model, out), ...);
    return out;
}

const char* name_of(const any_op& op) {
    return std::visit([](const auto& o) { return std::decay_t<decltype(o)>::name; }, op);
}

/// Nodes, and the edges that they run through, outputs behind inputs.
struct wiring {
    std::string nodes;
    std::vector<int> edges;
};

wiring wire(const lowered_model& model, const std::vector<int>& rows) {
    wiring out;
    for (std::size_t i = 0; i < model.nodes.size(); ++i) {
        const lowered_node& n = model.nodes[i];
        const std::size_t first_input = out.edges.size(),
                          first_output = first_input + n.inputs.size();
        out.edges.insert(out.edges.end(), n.inputs.begin(), n.inputs.end());
        out.edges.insert(out.edges.end(), n.outputs.begin(), n.outputs.end());
        out.nodes += fmt::format(
            "            {{tigris::ops::kind_of<tigris::ops::{}>, {}, {}, {}, {}, "
            "{}}},\n",
            name_of(n.op), rows[i], first_input, n.inputs.size(), first_output, n.outputs.size());
    }
    return out;
}

std::string spell_graph(const lowered_model& model, const tables& attributes) {
    const wiring w = wire(model, attributes.rows);
    const std::vector<std::int32_t> edges(w.edges.begin(), w.edges.end());
    return fmt::format(
        "    static constexpr tigris::graph<{}, {}, {}> graph{{\n"
        "        .rounds = tigris::rounding::{},\n        .tensors = {{\n{}        }},\n"
        "        .nodes = {{\n{}        }},\n        .edges = {{\n{}}}}};\n",
        model.tensors.size(), model.nodes.size(), edges.size(),
        model.rounds == rounding::nearest ? "nearest" : "tflite",
        lines(model.tensors, "            ",
              [&](std::size_t i) { return spell_tensor(model.tensors[i], model.tensor_names[i]); }),
        w.nodes, spell_list(edges, 12));
}

std::string spell_target(const options& options) {
    std::string out;
    if (options.fast) out += fmt::format(".fast = {}", *options.fast);
    if (options.flash) out += fmt::format("{}.flash = {}", out.empty() ? "" : ", ", *options.flash);
    return "    static constexpr tigris::target default_target{" + out + "};\n";
}

std::string spell_constants(const lowered_model& model, bool object) {
    const std::vector<std::string> names = constant_names(model);
    return fmt::format(
        "    static constexpr tigris::sized_array<tigris::constant, {}> constants{{{{\n{}"
        "    }}}};\n",
        names.size(), lines(names, "        ", [&](std::size_t i) {
            return fmt::format("{{.{} = {}}}", is_words(model.constants[i]) ? "words" : "bytes",
                               object ? symbol_of(model, names[i]) : names[i]);
        }));
}

std::string spell_weight_facts(const lowered_model& model) {
    const std::vector<weight_facts> facts = find_weight_facts(model);
    return fmt::format(
        "    static constexpr tigris::sized_array<tigris::weight_facts, {}> "
        "weight_facts{{{{\n{}    }}}};\n",
        facts.size(), lines(facts, "        ", [&](std::size_t i) {
            return fmt::format("{{{}, {}, {}}}", facts[i].lowest, facts[i].highest,
                               facts[i].largest_sum);
        }));
}

std::vector<std::string> step_names(const lowered_model& model) {
    std::vector<std::string> names;
    for (const lowered_node& n : model.nodes) names.push_back(n.name);
    return names;
}

/// A table for debuggers and reports; in the program only if something reads it.
std::string spell_names(const char* table, const std::vector<std::string>& names) {
    return fmt::format(
        "    static constexpr tigris::sized_array<const char*, {}> {}{{{{\n{}    }}}};\n",
        names.size(), table,
        lines(names, "        ", [&](std::size_t i) { return quote(names[i]); }));
}

std::string spell_interface(const lowered_model& model) {
    return fmt::format(
        "    static constexpr tigris::sized_array<int, {}> inputs{{{{{}}}}};\n"
        "    static constexpr tigris::sized_array<int, {}> outputs{{{{{}}}}};\n"
        "{}{}",
        model.inputs.size(), numbers(model.inputs), model.outputs.size(), numbers(model.outputs),
        spell_names("tensor_names", model.tensor_names),
        spell_names("step_names", step_names(model)));
}

std::string spell_steps(const lowered_model& model) {
    return "/// Steps by name; budgets' errors print them.\nenum class op : uint16_t {\n" +
           lines(step_names(model), "    ", [&](std::size_t i) { return model.nodes[i].name; }) +
           "};\n\n";
}

std::string spell_model(const lowered_model& model, const options& options, bool object) {
    const tables attributes = make_tables(model, ops::list{});
    return fmt::format(
        "inline constexpr struct model_type : tigris::model_interface<model_type> {{\n"
        "    using op = {}::op;\n{}{}{}"
        "    static constexpr tigris::attribute_tables<{}>\n    attributes{{\n{}    }};\n"
        "{}{}}} model{{}};\n",
        model.name, spell_target(options), spell_interface(model), spell_graph(model, attributes),
        attributes.types, attributes.values, spell_constants(model, object),
        spell_weight_facts(model));
}

std::string header(const lowered_model& model, const options& options, bool object) {
    // clang warns of literals beyond 65 536 characters; both compilers know the GCC pragma.
    constexpr const char* quiet =
        "#pragma GCC diagnostic push\n"
        "#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n";
    return fmt::format(
        "// Generated by onnx2hpp {}; do not edit.\n// ONNX file: SHA-256 {}\n"
        "#pragma once\n#include <tigris/tigris.hpp>\n\n{}"
        "namespace {} {{\n\n{}{}\n{}\n}}  // namespace {}\n",
        version, model.sha256, object ? declare_constants(model) + '\n' : "", model.name,
        object ? "" : quiet + define_constants(model) + "#pragma GCC diagnostic pop\n\n",
        spell_steps(model), spell_model(model, options, object), model.name);
}

/// Beyond this, clang takes more than 1 GB of memory for a header.
constexpr std::size_t comfortable_literals = 4u << 20;

std::size_t bytes_of_constants(const lowered_model& model) {
    std::size_t bytes = 0;
    for (const tensor_data& c : model.constants) bytes += c.bytes.size();
    return bytes;
}

}  // namespace

std::vector<output_file> emit(const lowered_model& model, const options& options) {
    const bool object = options.weights == weight_form::object;
    if (!object && bytes_of_constants(model) > comfortable_literals)
        note(
            "weights of more than 4 MB make compilers slow; --weights object keeps them out of the "
            "header");
    std::vector<output_file> files{{options.output, header(model, options, object)}};
    if (object) {
        const std::filesystem::path path(options.output);
        const std::string stem = (path.parent_path() / path.stem()).string() + "_weights";
        const std::string binary = path.stem().string() + "_weights.bin";
        files.push_back({stem + ".S", assemble_constants(model, binary)});
        files.push_back({stem + ".bin", binary_constants(model)});
    }
    return files;
}

}  // namespace onnx2hpp
