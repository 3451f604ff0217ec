// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <onnx2hpp/report/snippets.hpp>

#include <onnx2hpp/element_names.hpp>
#include <onnx2hpp/emit/c_names.hpp>
#include <onnx2hpp/show/call.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace onnx2hpp {
namespace {

using tigris::io;

/// An input or output that is the caller's; `name` is that of C's member.
struct shown_edge {
    std::string name;
    const tigris::tensor* info = nullptr;
    io mode = io::caller;
    bool is_input = false;

    std::string buffer() const { return (is_input ? "input_" : "output_") + name; }
    std::string element() const { return element_name(info->type); }
};

std::vector<shown_edge> edges_of(const analysis& a) {
    std::vector<shown_edge> edges;
    c_names names;
    const auto add = [&](const std::vector<int>& tensors, const tigris::io_modes& modes,
                         bool is_input) {
        const std::vector<int> own = own_edges(a.model, tensors);
        for (std::size_t i = 0; i < own.size(); ++i)
            edges.push_back({names.make(a.model.tensor_names[std::size_t(own[i])]),
                             &a.model.tensors[std::size_t(own[i])], modes[int(i)], is_input});
    };
    add(a.model.inputs, a.target.input, true);
    add(a.model.outputs, a.target.output, false);
    return edges;
}

/// Whether constants must be copied, decoded or bound first.
bool needs_preparation(const analysis& a) {
    const auto& places = a.model.constant_places;
    return a.model.weights_vary || !a.model.packed.empty() ||
           std::any_of(places.begin(), places.end(),
                       [](const constant_place& p) { return p.destination >= 0; });
}

/// What run() is given for an edge.
std::string argument_of(const shown_edge& e) {
    if (e.mode == io::caller) return spell_argument(*e.info, e.buffer());
    if (e.mode != io::rows) return "tigris::in_workspace";
    return e.is_input ? fmt::format(
                            "tigris::rows_from([]({}* row, int count, int y) {{\n"
                            "        // write row y, `count` elements, to `row`\n"
                            "        (void)row, (void)count, (void)y;\n    }})",
                            e.element())
                      : fmt::format(
                            "tigris::rows_to([](const {}* row, int count, int y) {{\n"
                            "        // take row y, `count` elements, from `row`\n"
                            "        (void)row, (void)count, (void)y;\n    }})",
                            e.element());
}

std::string arguments_of(const std::vector<shown_edge>& edges, bool are_inputs) {
    std::vector<std::string> arguments;
    for (const shown_edge& e : edges)
        if (e.is_input == are_inputs) arguments.push_back(argument_of(e));
    if (arguments.size() == 1) return arguments[0];
    return fmt::format("tigris::{}({})", are_inputs ? "inputs" : "outputs",
                       fmt::join(arguments, ", "));
}

}  // namespace

std::string cpp_snippet(const analysis& a) {
    if (needs_preparation(a)) return {};
    const std::vector<shown_edge> edges = edges_of(a);
    std::string out = fmt::format("#include \"{}.hpp\"\n\n", a.model.name);
    for (const shown_edge& e : edges)
        if (e.mode == io::caller)
            out += fmt::format("static {} {}{};\n", e.element(), e.buffer(),
                               spell_extents_of_array(*e.info));
    return out + fmt::format(
                     "static tigris::workspace<{0}::model> workspace;\n\nvoid infer() {{\n"
                     "    tigris::run({0}::model, workspace, {1},\n                {2});\n}}\n",
                     a.model.name, arguments_of(edges, true), arguments_of(edges, false));
}

std::string c_snippet(const analysis& a) {
    const std::vector<shown_edge> edges = edges_of(a);
    const bool has_rows = std::any_of(edges.begin(), edges.end(),
                                      [](const shown_edge& e) { return e.mode == io::rows; });
    if (needs_preparation(a) || has_rows) return {};
    const std::string prefix = c_prefix(a.model.name), macro = macro_name(a.model.name);
    std::string out =
        fmt::format("#include \"{}.h\"\n\nstatic {}_context context;\n", a.model.name, prefix);
    std::vector<std::string> members;
    for (const shown_edge& e : edges) {
        if (e.mode != io::caller) continue;
        const char* role = e.is_input ? "INPUT" : "OUTPUT";
        out += fmt::format("static {} {}[{}_{}_{}_COUNT];\n", e.element(), e.buffer(), macro, role,
                           macro_name(e.name));
        members.push_back(fmt::format(".{} = {}", e.name, e.buffer()));
    }
    out += fmt::format("\nint start(void) {{ return (int){}_init(&context); }}\n\n", prefix);
    if (members.empty())
        return out + fmt::format("int infer(void) {{ return (int){}_run(&context); }}\n", prefix);
    return out + fmt::format(
                     "int infer(void) {{\n    const {0}_io io = {{{1}}};\n"
                     "    return (int){0}_run(&context, &io);\n}}\n",
                     prefix, fmt::join(members, ", "));
}

}  // namespace onnx2hpp
